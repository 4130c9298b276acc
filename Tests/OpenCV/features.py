# SPDX-License-Identifier: MIT
"""Corners and lines as OpenCV finds them."""

import math

import cv2
import numpy

# How far two may be from each other that are the same.
DEGREES, PIXELS = 1.01, 2.01


def corners(told, image, element):
    """What the element finds: columns, rows and strengths."""
    height, width = image.shape
    lists = told(image, f"{element} max-corners=4096")
    return {
        (int(x * width), int(y * height)): strength
        for x, y, strength in zip(lists.get("x", []), lists.get("y", []), lists.get("strength", []))
    }


def same_fast(told, image, threshold):
    """Whether all that OpenCV finds is found, and nothing besides but where neighbours are as strong, of which OpenCV takes none."""
    height, width = image.shape

    def found(suppress):
        detector = cv2.FastFeatureDetector_create(threshold, suppress, cv2.FastFeatureDetector_TYPE_9_16)
        return {(int(p.pt[0]), int(p.pt[1])): p.response for p in detector.detect(image)}

    def is_inside(place):
        """Whether all around a pixel is where OpenCV looks: it leaves three pixels at the edges."""
        return 4 <= place[0] < width - 4 and 4 <= place[1] < height - 4

    strongest, every = found(True), found(False)
    actual = corners(told, image, f"swiftcorners method=fast threshold={(threshold + 0.5) / 255}")
    if len(actual) == 4096 or not strongest:
        return False
    for place in filter(is_inside, strongest):
        # OpenCV's response is the greatest threshold at which there is a corner.
        if place not in actual or abs(actual[place] * 255 - 1 - strongest[place]) > 0.01:
            return False
    for x, y in filter(is_inside, set(actual) - set(strongest)):
        around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        if not any(place in every and abs(actual[x, y] * 255 - 1 - response(image, place)) < 0.01 for place in around):
            return False
    return True


def response(image, place):
    """The greatest threshold at which a pixel is a corner, by OpenCV's own answer for each."""
    x, y = place
    part = numpy.ascontiguousarray(image[y - 3 : y + 4, x - 3 : x + 4])
    for threshold in range(254, -1, -1):
        detector = cv2.FastFeatureDetector_create(threshold, False, cv2.FastFeatureDetector_TYPE_9_16)
        if detector.detect(part):
            return threshold
    return -1


def same_moments(told, image, method):
    """Whether the corners of the law are found, of float images that OpenCV filters."""
    light = image.astype(numpy.float64) / 255
    rows = numpy.array([[-1.0, 0, 1]] * 3)
    gx, gy = (cv2.filter2D(light, -1, kernel, borderType=cv2.BORDER_REPLICATE) for kernel in (rows, rows.T))
    # GPUImage's Gaussian of a standard deviation of 2 pixels has 6 to each side.
    gauss = cv2.getGaussianKernel(13, 2)
    a, b, c = (
        cv2.sepFilter2D(product, -1, gauss, gauss, borderType=cv2.BORDER_REPLICATE) for product in (gx * gx, gy * gy, gx * gy)
    )
    if method == "harris":
        response, threshold = 5 * (a * b - c * c - 0.04 * (a + b) ** 2), 0.05
    else:
        response, threshold = 5 * (a + b - numpy.sqrt((a - b) ** 2 + 4 * c * c)), 0.3
    most = cv2.dilate(response, numpy.ones((3, 3)))
    expected = {(int(x), int(y)) for y, x in numpy.argwhere((response >= most) & (response >= threshold))}
    actual = corners(told, image, f"swiftcorners method={method} threshold={threshold}")
    # What is as strong as a neighbour, or as the threshold, to a rounding may be either; so may what lies at the edges.
    height, width = image.shape
    different = [(x, y) for x, y in expected ^ set(actual) if 0 < x < width - 1 and 0 < y < height - 1]
    near = all(abs(response[y, x] - strength) < 1e-3 * max(1, response.max()) for (x, y), strength in actual.items())
    return bool(expected) and near and len(different) <= len(expected) // 100


def same_lines(told, made, image):
    """Whether all lines that are found are OpenCV's, of the same edges, and its strongest one is the strongest."""
    height, width = image.shape
    settings = "threshold=0.3 radius=1"
    lists = told(image, f"swiftlines {settings}")
    edges = made(image, f"swiftlines {settings} show=edges")
    expected = cv2.HoughLines(edges, 1, math.pi / 180, int(0.3 * min(width, height)) - 3)
    if not lists.get("angle") or expected is None:
        return False
    lines = [(rho, theta * 180 / math.pi) for rho, theta in expected[:, 0, :2]]

    def is_near(line, distance, angle):
        turn = abs(line[1] - angle)
        return min(
            max(turn / DEGREES, abs(line[0] - distance) / PIXELS), max((180 - turn) / DEGREES, abs(line[0] + distance) / PIXELS)
        ) <= 1

    found = list(zip(lists["distance"], lists["angle"]))
    return all(any(is_near(line, *own) for line in lines) for own in found) and any(is_near(lines[0], *own) for own in found)


def polygons(width, height, seed):
    """Bright and dark triangles with soft edges."""
    random = numpy.random.default_rng(seed)
    image = numpy.full((height, width), 128, numpy.uint8)
    for _ in range(3):
        points = random.integers(0, (width, height), (3, 2)).astype(numpy.int32)
        cv2.fillPoly(image, [points], int(random.integers(0, 256)), lineType=cv2.LINE_AA)
    return image


def cases(natural, told, made):
    """Names, and whether elements find what OpenCV does."""
    for width, height in [(321, 243), (64, 45)]:
        image = cv2.resize(natural, (width, height), interpolation=cv2.INTER_AREA)
        # Codes of full range go over all of it, so that there are corners.
        image = cv2.normalize(image, None, 0, 255, cv2.NORM_MINMAX)
        for threshold in (10, 30):
            yield f"FAST, {width}x{height}, {threshold}", same_fast(told, image, threshold)
        for method in ("harris", "shi-tomasi"):
            yield f"{method}, {width}x{height}", same_moments(told, image, method)
    for seed in range(4):
        yield f"lines of polygons {seed}", same_lines(told, made, polygons(320, 240, seed))
