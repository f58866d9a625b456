#pragma once
#define FROM_INCLUDE 1
