"""Typed, total expressions: text → tree → checked tree → closure.

| module | gives |
|---|---|
| `tree` | `Expr`, its text (`format`), its JSON, `walk`, `replace_name` |
| `types` | `Type`, the types, and what a place of a profile offers: `Scope`, `Define`, `Function` |
| `parse` | `parse`, `parse_range`: text → `Expr`; the only one that needs lark, imported at the first call |
| `check` | `check`: names and types, every fault there can be; `reads` |
| `compile` | `compile`: a checked `Expr` → `Compiled`, which can't fail |

Import from the modules: running a compiled game needs `tree`, `types` and `compile` alone.
"""
