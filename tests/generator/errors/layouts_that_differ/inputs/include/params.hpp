struct Params {
#ifdef EXTRA
  int extra;
#endif
  float scale;
};
