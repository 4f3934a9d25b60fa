/** Colours of the two appearances; the names stand in the rules below and for the 16 colours of terminals. */
const LIGHT = `--page:#f7f7f8;--card:#ffffff;--info:#eef1f5;--text:#1f2328;--muted:#5f6b7a;--border:#d8dee6;--accent:#0b63c5;
--error:#b42318;--success:#1a7f37;--ansi0:#24292f;--ansi1:#b42318;--ansi2:#1a7f37;--ansi3:#8a5a00;--ansi4:#0b63c5;--ansi5:#8e3fa8;
--ansi6:#0f7c86;--ansi7:#5f6b7a;--ansi8:#6e7781;--ansi9:#cf222e;--ansi10:#2da44e;--ansi11:#9a6700;--ansi12:#218bff;--ansi13:#a475f9;
--ansi14:#3192aa;--ansi15:#8c959f;`;
const DARK = `--page:#14161a;--card:#1c1f25;--info:#23272f;--text:#e3e6ea;--muted:#98a2b0;--border:#333944;--accent:#6cb0ff;
--error:#ff8478;--success:#63cf80;--ansi0:#6b7280;--ansi1:#ff8478;--ansi2:#63cf80;--ansi3:#e0b252;--ansi4:#6cb0ff;--ansi5:#d79cf0;
--ansi6:#5fcfd8;--ansi7:#c9ced6;--ansi8:#8b94a1;--ansi9:#ffa198;--ansi10:#7ee29a;--ansi11:#f2cc60;--ansi12:#93c7ff;--ansi13:#e5b8f9;
--ansi14:#8be3ea;--ansi15:#ffffff;`;

export const APPEARANCES: Readonly<Record<"light" | "dark", string>> = { light: LIGHT, dark: DARK };

/** Everything that looks the same in both appearances. */
export const BASE_RULES = `*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:15px/1.55 system-ui,sans-serif}
main,header{max-width:62rem;margin:0 auto;padding:0 1rem}
header{padding-top:2rem}
h1{font-size:1.5rem;margin:0 0 .5rem;overflow-wrap:anywhere}
.facts{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0 0 1.25rem;padding:.75rem 1rem;background:var(--info);border-radius:.5rem;font-size:.85rem}
.facts div{display:flex;gap:.4rem;min-width:0}
.facts dt{color:var(--muted)}
.facts dd{margin:0;overflow-wrap:anywhere}
article{background:var(--card);border:1px solid var(--border);border-radius:.5rem;margin:0 0 .75rem;padding:.6rem 1rem}
article.user{border-left:4px solid var(--accent)}
article.failed{border-left:4px solid var(--error)}
article.note{background:none;border:0;padding:.1rem 1rem;color:var(--muted);font-size:.85rem}
.role{display:flex;flex-wrap:wrap;gap:.2rem .8rem;align-items:baseline;font-size:.8rem;color:var(--muted);margin-bottom:.25rem}
.role b{color:var(--text);font-size:.85rem}
.label{background:var(--accent);color:var(--card);border-radius:1rem;padding:0 .6rem;font-size:.75rem}
.error{color:var(--error)}
.text{white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
p{margin:.4rem 0;white-space:pre-wrap;overflow-wrap:anywhere;unicode-bidi:plaintext}
pre{margin:.4rem 0;white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.45 ui-monospace,monospace}
pre.code,pre.terminal,pre.output{background:var(--info);color:var(--text);border-radius:.4rem;padding:.6rem .8rem}
pre.terminal{overflow-x:auto;white-space:pre;overflow-wrap:normal}
code{font:13px/1.45 ui-monospace,monospace;background:var(--info);border-radius:.25rem;padding:.05rem .25rem}
pre code{background:none;padding:0}
.language{float:right;color:var(--muted);font-size:.75rem}
.heading{font-weight:600;margin:.8rem 0 .3rem;overflow-wrap:anywhere}
.level-1{font-size:1.3rem}
.level-2{font-size:1.15rem}
.level-3{font-size:1.05rem}
blockquote{margin:.4rem 0;padding:0 .9rem;border-left:3px solid var(--border);color:var(--muted)}
.item{display:flex;gap:.5rem;margin:.15rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.item .marker{color:var(--muted);min-width:1rem;text-align:right}
.item span:last-child{min-width:0}
.depth-1{margin-left:1.5rem}
.depth-2{margin-left:3rem}
.depth-3{margin-left:4.5rem}
.depth-4{margin-left:6rem}
.depth-5{margin-left:7.5rem}
table{border-collapse:collapse;margin:.5rem 0;display:block;overflow-x:auto;max-width:100%}
th,td{border:1px solid var(--border);padding:.25rem .6rem;text-align:left;vertical-align:top}
hr{border:0;border-top:1px solid var(--border);margin:.8rem 0}
details{margin:.4rem 0}
summary{cursor:pointer;color:var(--muted);font-size:.85rem}
summary b{color:var(--text)}
details.thinking{border-left:3px solid var(--border);padding-left:.8rem;color:var(--muted)}
.call{border:1px solid var(--border);border-radius:.4rem;padding:.4rem .7rem;margin:.5rem 0}
.call.failed{border-color:var(--error)}
img{max-width:100%;height:auto;border:1px solid var(--border);border-radius:.4rem;margin:.4rem 0;display:block}
.nested{font-size:.85rem;border-collapse:collapse}
footer{max-width:62rem;margin:1.5rem auto;padding:0 1rem;color:var(--muted);font-size:.8rem}
`;
