// An 8-bit RGB picture, written as PNG with libpng.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <png.h>
#include <stdexcept>
#include <string>
#include <vector>

struct Picture {
  Picture(unsigned width, unsigned height) : width(width), height(height), rgb(std::size_t{3} * width * height) {}

  void set(unsigned x, unsigned y, float r, float g, float b) {
    uint8_t *pixel = &rgb[3 * (std::size_t{y} * width + x)];
    const float channels[3] = {r, g, b};
    for (int i = 0; i < 3; ++i)
      pixel[i] = static_cast<uint8_t>(std::lround(255 * std::clamp(channels[i], 0.0F, 1.0F)));
  }

  void write(const std::string &path) const {
    png_image image = {};
    image.version = PNG_IMAGE_VERSION;
    image.width = width;
    image.height = height;
    image.format = PNG_FORMAT_RGB;
    if (!png_image_write_to_file(&image, path.c_str(), 0, rgb.data(), 0, nullptr))
      throw std::runtime_error("cannot write " + path + ": " + image.message);
    std::printf("wrote %s\n", path.c_str());
  }

  unsigned width, height;
  std::vector<uint8_t> rgb;
};
