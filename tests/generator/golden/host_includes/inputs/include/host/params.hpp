// What the host uses in the place of the type that the kernel's file defines for itself.
#pragma once
struct Params {
  float scale;
  int n;
};
