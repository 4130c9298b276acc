// SPDX-License-Identifier: MIT
#include "COpenCVPeer.h"

#if __has_include(<opencv2/imgproc.hpp>)
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

void swv_opencv_use_one_thread(void) { cv::setNumThreads(1); }

bool swv_opencv_clahe(const uint8_t *from, uint8_t *to, int width, int height, double clip_limit) {
    static cv::Ptr<cv::CLAHE> clahe = cv::createCLAHE(clip_limit, cv::Size(8, 8));
    clahe->setClipLimit(clip_limit);
    cv::Mat source(height, width, CV_8UC1, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC1, to);
    clahe->apply(source, result);
    return true;
}

bool swv_opencv_gaussian(const uint8_t *from, uint8_t *to, int width, int height, double sigma, int reach) {
    cv::Mat source(height, width, CV_8UC4, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC4, to);
    cv::GaussianBlur(source, result, cv::Size(2 * reach + 1, 2 * reach + 1), sigma, sigma, cv::BORDER_REPLICATE);
    return true;
}

bool swv_opencv_box(const uint8_t *from, uint8_t *to, int width, int height, int reach) {
    cv::Mat source(height, width, CV_8UC4, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC4, to);
    cv::blur(source, result, cv::Size(2 * reach + 1, 2 * reach + 1), cv::Point(-1, -1), cv::BORDER_REPLICATE);
    return true;
}

bool swv_opencv_median(const uint8_t *from, uint8_t *to, int width, int height, int reach) {
    cv::Mat source(height, width, CV_8UC4, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC4, to);
    cv::medianBlur(source, result, 2 * reach + 1);
    return true;
}

bool swv_opencv_dilate(const uint8_t *from, uint8_t *to, int width, int height, int reach) {
    cv::Mat source(height, width, CV_8UC4, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC4, to);
    static cv::Mat square;
    if (square.rows != 2 * reach + 1)
        square = cv::getStructuringElement(cv::MORPH_RECT, cv::Size(2 * reach + 1, 2 * reach + 1));
    cv::dilate(source, result, square);
    return true;
}

bool swv_opencv_remap(
    const uint8_t *from, uint8_t *to, int width, int height, int channels, const float *columns, const float *rows) {
    cv::Mat source(height, width, CV_8UC(channels), const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC(channels), to);
    cv::Mat x(height, width, CV_32FC1, const_cast<float *>(columns));
    cv::Mat y(height, width, CV_32FC1, const_cast<float *>(rows));
    cv::remap(source, result, x, y, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    return true;
}

bool swv_opencv_bilateral(const uint8_t *from, uint8_t *to, int width, int height, int diameter, double color_sigma) {
    cv::Mat source(height, width, CV_8UC3, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC3, to);
    cv::bilateralFilter(source, result, diameter, color_sigma, diameter / 2.0, cv::BORDER_REPLICATE);
    return true;
}

bool swv_opencv_canny(
    const uint8_t *from, uint8_t *to, int width, int height, double sigma, int reach, double lower, double upper) {
    cv::Mat source(height, width, CV_8UC4, const_cast<uint8_t *>(from));
    cv::Mat result(height, width, CV_8UC4, to);
    static cv::Mat gray, blurred, edges;
    cv::cvtColor(source, gray, cv::COLOR_BGRA2GRAY);
    cv::GaussianBlur(gray, blurred, cv::Size(2 * reach + 1, 2 * reach + 1), sigma, sigma, cv::BORDER_REPLICATE);
    cv::Canny(blurred, edges, lower, upper);
    cv::cvtColor(edges, result, cv::COLOR_GRAY2BGRA);
    return true;
}
#else
void swv_opencv_use_one_thread(void) {}
bool swv_opencv_clahe(const uint8_t *from, uint8_t *to, int width, int height, double clip_limit) { return false; }
bool swv_opencv_gaussian(const uint8_t *from, uint8_t *to, int width, int height, double sigma, int reach) { return false; }
bool swv_opencv_box(const uint8_t *from, uint8_t *to, int width, int height, int reach) { return false; }
bool swv_opencv_median(const uint8_t *from, uint8_t *to, int width, int height, int reach) { return false; }
bool swv_opencv_dilate(const uint8_t *from, uint8_t *to, int width, int height, int reach) { return false; }
bool swv_opencv_remap(
    const uint8_t *from, uint8_t *to, int width, int height, int channels, const float *columns, const float *rows) {
    return false;
}
bool swv_opencv_bilateral(const uint8_t *from, uint8_t *to, int width, int height, int diameter, double color_sigma) {
    return false;
}
bool swv_opencv_canny(
    const uint8_t *from, uint8_t *to, int width, int height, double sigma, int reach, double lower, double upper) {
    return false;
}
#endif
