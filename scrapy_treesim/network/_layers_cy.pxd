cpdef double probability(double log_odds) except? -1
