# SPDX-License-Identifier: Apache-2.0
"""The interfaces of other judges, answered by assay."""
