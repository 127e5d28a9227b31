/* The well-known types, built in: any schema has them. */
#ifndef PBWI_WKT_H
#define PBWI_WKT_H

#include "core/base/port.h"

/* A FileDescriptorSet. */
extern const pbw_bytes pbwi_wkt;

#endif
