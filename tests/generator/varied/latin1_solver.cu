/* Strömungslöser, geschrieben in Latin-1. */
#include <physics/body.hpp>

/// Löst für einen Zeitschritt; 5 µs je Zelle, © niemand.
__global__ void loese(physics::Cell* zellen, double zeit /* größer als 0 */, int anzahl = 1) {
  const char* text = "\xe4\xf6";
  zellen[threadIdx.x].density = zeit + text[anzahl];
}
