"""How the page of an evaluation looks, in light and in dark, as the reader's system asks."""

STYLE = """
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1f2328; --faint: #59636e; --line: #d1d9e0; --panel: #f6f8fa; --bar: #d3e6fb;
  --first: #dafbe1; --first-ink: #116329; --near: #ddf4ff; --near-ink: #0550ae;
  --far: #fff8c5; --far-ink: #7d4e00; --missed: #ffebe9; --missed-ink: #a40e26;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --line: #3d444d; --panel: #151b23; --bar: #1c3e66;
    --first: #12361f; --first-ink: #7ee2a0; --near: #10294a; --near-ink: #8cc8ff;
    --far: #3b2d08; --far-ink: #f0cd6b; --missed: #46171b; --missed-ink: #ffb3ab;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0; font-size: 1.6rem; }
h2 { margin: 2.5rem 0 .5rem; font-size: 1.15rem; }
p { margin: .25rem 0 .75rem; }
th small { display: block; }
small { color: var(--faint); font-size: .85em; font-weight: normal; }
h1 small { margin-left: .5rem; font-size: 1rem; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child { min-width: 9rem; text-align: left; white-space: normal; overflow-wrap: break-word; }
thead th { color: var(--faint); font-size: .85rem; font-weight: 600; }
tbody th { font-weight: 600; }
td.bar { width: 12%; background: linear-gradient(to right, var(--bar) calc(var(--share) * 100%), var(--panel) 0); }
details { border-bottom: 1px solid var(--line); padding: .4rem 0; }
details[open] { padding-bottom: 1rem; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible { outline: 2px solid var(--near-ink); outline-offset: 2px; }
details > :not(summary) { margin-left: 1.25rem; }
.ranks { margin: 0 .4rem 0 .2rem; }
.first, .near, .far, .missed {
  display: inline-block; margin-right: .25rem; padding: 0 .45rem; border-radius: .6rem;
  font-size: .8rem; white-space: nowrap;
}
.first { background: var(--first); color: var(--first-ink); }
.near { background: var(--near); color: var(--near-ink); }
.far { background: var(--far); color: var(--far-ink); }
.missed { background: var(--missed); color: var(--missed-ink); }
.warning { padding: .5rem .75rem; border-left: 4px solid var(--missed-ink); background: var(--missed); }
ol { margin: .25rem 0 0; padding-left: 1.25rem; }
li { overflow-wrap: anywhere; }
"""
