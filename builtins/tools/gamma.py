# The coefficients of builtins/math/Gamma.clh, from the lowest degree up (needs mpmath).
# lgamma(b) / ((b - 1) (b - 2)) on [3/4, 2] in powers of b - 11/8: interpolated at Chebyshev's points.
# The series of Stirling: B(2k) / (2k (2k - 1)).
from mpmath import mp, mpf, bernoulli, chop, cos, loggamma, lu_solve, matrix, pi

mp.prec = 400
DEGREE = 24
nodes = [mpf(5) / 8 * cos(pi * (2 * i + 1) / (2 * (DEGREE + 1))) for i in range(DEGREE + 1)]


def function(v):
    b = v + mpf(11) / 8
    return loggamma(b) / ((b - 1) * (b - 2))


solution = lu_solve(matrix([[v**k for k in range(DEGREE + 1)] for v in nodes]), matrix([function(v) for v in nodes]))
rounded = [mpf(float(c)) for c in solution]
worst = max(
    abs(sum(c * v**k for k, c in enumerate(rounded)) / function(v) - 1)
    for v in (mpf(5) / 8 * (mpf(2 * i + 1) / 1001 - 1) for i in range(1000))
)
print("lgamma, relative error 2^%.1f:" % mp.log(worst, 2), ", ".join(float(c).hex() for c in solution))
print("Stirling:", ", ".join(float(bernoulli(2 * k) / (2 * k * (2 * k - 1))).hex() for k in range(1, 10)))
print("log(2 pi) / 2:", float(mp.log(2 * pi) / 2).hex(), "log(pi):", float(mp.log(pi)).hex())
