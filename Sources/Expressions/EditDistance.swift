// SPDX-License-Identifier: MIT
/// How many letters are to be put in, left out or replaced to make one name of another, of which 64 bytes count: what may have been
/// meant by one that is not known is near it. Wagner and Fischer's algorithm.
package func editDistance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.utf8.prefix(64)), Array(b.utf8.prefix(64)))
    var row = Array(0...b.count)
    for (i, byte) in a.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, other) in b.enumerated() {
            let replaced = diagonal + (byte == other ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, min(diagonal, row[j]) + 1)
        }
    }
    return row[b.count]
}
