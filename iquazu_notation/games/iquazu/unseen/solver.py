"""Integer points of a small system of inequalities, found by HiGHS.

An infeasible relaxation is a proof. A vertex of whole numbers is a witness. If the vertex has
fractions, a few other directions are tried, and then the integer program decides: relaxations of
card tables are not exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor

import highspy
import numpy as np
from numpy.typing import NDArray

_TOLERANCE = 1e-6
_TRIES = 3
_PASSES = 20

Point = NDArray[np.float64]


class System:
    """Variables with bounds, rows with bounds. All variables are whole numbers."""

    def __init__(self) -> None:
        self.lower: list[float] = []
        self.upper: list[float] = []
        self.row_lower: list[float] = []
        self.row_upper: list[float] = []
        self.starts: list[int] = [0]
        self.columns: list[int] = []
        self.values: list[float] = []
        # Set when a constant inequality is violated: no solver is needed then.
        self.impossible = False

    def variable(self, lower: float, upper: float) -> int:
        """A new variable; returns its number."""
        self.lower.append(lower)
        self.upper.append(upper)
        return len(self.lower) - 1

    def at_least(self, variable: int, bound: float) -> None:
        if bound > self.lower[variable]:
            self.lower[variable] = bound

    def at_most(self, variable: int, bound: float) -> None:
        if bound < self.upper[variable]:
            self.upper[variable] = bound

    def row(self, terms: Sequence[tuple[int, float]], lower: float, upper: float) -> None:
        """`lower <= sum of coefficient * variable <= upper`."""
        # A variable may be named twice; HiGHS loops for ever over a row in which it stands twice.
        together: dict[int, float] = {}
        for column, value in terms:
            together[column] = together.get(column, 0.0) + value
        for column, value in together.items():
            if value:
                self.columns.append(column)
                self.values.append(value)
        self.starts.append(len(self.columns))
        self.row_lower.append(lower)
        self.row_upper.append(upper)


class Solver:
    """A system in HiGHS, asked again and again with other objectives."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.size = len(system.lower)
        self.impossible = system.impossible or any(
            low > high for low, high in zip(system.lower, system.upper, strict=True)
        )
        self.integer = False
        if self.impossible or not self.size:
            return
        self.highs = _highs()
        self.highs.passModel(_model(system))
        self._indices = np.arange(self.size, dtype=np.int32)
        self._costs = np.zeros(self.size)
        # The least and greatest values of each variable in the witnesses found so far.
        self._met_low = np.full(self.size, np.inf)
        self._met_high = np.full(self.size, -np.inf)
        self._tight: tuple[list[float], list[float]] | None = None
        self.last_witness: Point | None = None

    def feasible(self) -> bool:
        """Whether there is a point of whole numbers."""
        return self.witness() is not None

    def witness(self) -> Point | None:
        """A point of whole numbers, or None if there is none."""
        if self.impossible:
            return None
        if not self.size:
            return np.zeros(0)
        point = self._relaxed({})
        if point is None or self._is_witness(point):
            return point
        for direction in range(_TRIES):
            # Any fixed directions do; these are spread over the variables without repeating.
            costs = {i: float((i * 7919 + direction * 104729) % 1009) for i in range(self.size)}
            point = self._relaxed(costs)
            if point is not None and self._is_witness(point):
                return point
        return self._whole_numbers({})

    def range(self, variable: int) -> tuple[int, int] | None:
        """The least and greatest value of one variable; None if there is no point at all.

        A bound that simple propagation proves and a witness attains needs no solving.
        """
        if self.impossible:
            return None
        if self._tight is None:
            if self.witness() is None:
                self.impossible = True
                return None
            self._tight = tightened(self.system)
        low, high = self._tight[0][variable], self._tight[1][variable]
        if self._met_low[variable] > low:
            self.least({variable: 1.0})
        if self._met_high[variable] < high:
            self.most({variable: 1.0})
        return int(self._met_low[variable]), int(self._met_high[variable])

    def least(self, terms: dict[int, float]) -> int | None:
        """The least value of a sum over all points of whole numbers; None if there is none."""
        if self.impossible:
            return None
        point = self._relaxed(terms)
        if point is not None and not self._is_witness(point):
            point = self._whole_numbers(terms)
        if point is None:
            return None
        return round(float(sum(value * point[i] for i, value in terms.items())))

    def most(self, terms: dict[int, float]) -> int | None:
        """The greatest value of a sum over all points of whole numbers; None if there is none."""
        found = self.least({i: -value for i, value in terms.items()})
        return None if found is None else -found

    def _is_witness(self, point: Point) -> bool:
        """Whether a point is of whole numbers; if so, remember what it attains."""
        whole = np.rint(point)
        if np.abs(point - whole).max() > _TOLERANCE:
            return False
        np.minimum(self._met_low, whole, out=self._met_low)
        np.maximum(self._met_high, whole, out=self._met_high)
        self.last_witness = whole
        return True

    def _relaxed(self, costs: dict[int, float]) -> Point | None:
        """A vertex of the relaxation with the least cost, or None."""
        self._set_integer(False)
        return self._run(costs)

    def _whole_numbers(self, costs: dict[int, float]) -> Point | None:
        """A point of whole numbers with the least cost, or None."""
        self._set_integer(True)
        point = self._run(costs)
        if point is not None:
            self._is_witness(point)
        return point

    def _set_integer(self, integer: bool) -> None:
        if integer != self.integer:
            kinds = np.full(self.size, integer, dtype=np.uint8)
            self.highs.changeColsIntegrality(self.size, self._indices, kinds)
            self.integer = integer

    def _run(self, costs: dict[int, float]) -> Point | None:
        array = self._costs
        array[:] = 0
        for i, value in costs.items():
            array[i] = value
        self.highs.changeColsCost(self.size, self._indices, array)
        for attempt in range(2):
            self.highs.run()
            status = self.highs.getModelStatus()
            if status == highspy.HighsModelStatus.kOptimal:
                return np.array(self.highs.getSolution().col_value)
            if status == highspy.HighsModelStatus.kInfeasible:
                return None
            # After a hot start HiGHS may not know; from scratch it does.
            if attempt == 0:
                self.highs.clearSolver()
        raise RuntimeError(f"HiGHS gave up: {self.highs.modelStatusToString(status)}")


def tightened(system: System) -> tuple[list[float], list[float]]:
    """Bounds of the variables that follow from each row by itself, again and again.

    >>> system = System()
    >>> x, y = system.variable(0, 9), system.variable(0, 3)
    >>> system.row([(x, 1), (y, 1)], 5, 5)
    >>> tightened(system)
    ([2, 0], [5, 3])
    """
    low, high = list(system.lower), list(system.upper)
    rows = [
        (
            list(zip(system.columns[start:end], system.values[start:end], strict=True)),
            system.row_lower[row],
            system.row_upper[row],
        )
        for row, (start, end) in enumerate(pairwise(system.starts))
    ]
    changed = True
    passes = 0
    while changed and passes < _PASSES:
        changed = False
        passes += 1
        for terms, row_low, row_high in rows:
            least = most = 0.0
            for i, value in terms:
                if value > 0:
                    least += value * low[i]
                    most += value * high[i]
                else:
                    least += value * high[i]
                    most += value * low[i]
            above, below = row_high - least, row_low - most  # what the row leaves to one variable
            for i, value in terms:
                if low[i] == high[i]:
                    continue
                if value > 0:
                    top, bottom = low[i] + above / value, high[i] + below / value
                else:
                    top, bottom = low[i] + below / value, high[i] + above / value
                if top < high[i] - _TOLERANCE:
                    high[i] = floor(top + _TOLERANCE)
                    changed = True
                if bottom > low[i] + _TOLERANCE:
                    low[i] = ceil(bottom - _TOLERANCE)
                    changed = True
    return low, high


def _highs() -> highspy.Highs:
    highs = highspy.Highs()  # type: ignore[no-untyped-call]
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("presolve", "off")
    highs.setOptionValue("threads", 1)
    highs.setOptionValue("mip_rel_gap", 0.0)
    highs.setOptionValue("mip_abs_gap", 0.5)
    return highs


def _model(system: System) -> highspy.HighsLp:
    lp = highspy.HighsLp()
    lp.num_col_ = len(system.lower)
    lp.num_row_ = len(system.row_lower)
    lp.col_cost_ = np.zeros(lp.num_col_)
    lp.col_lower_ = np.array(system.lower, dtype=float)
    lp.col_upper_ = np.array(system.upper, dtype=float)
    lp.row_lower_ = np.array(system.row_lower, dtype=float)
    lp.row_upper_ = np.array(system.row_upper, dtype=float)
    lp.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    lp.a_matrix_.start_ = np.array(system.starts, dtype=np.int32)
    lp.a_matrix_.index_ = np.array(system.columns, dtype=np.int32)
    lp.a_matrix_.value_ = np.array(system.values, dtype=float)
    return lp
