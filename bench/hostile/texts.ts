/** A hostile text of about so many characters, by what it is aimed at. */
interface HostileText {
  readonly kind: string;
  /** As short as it makes sense; a longer one repeats it. */
  readonly unit: string;
}

const kind = (name: string, ...units: readonly string[]): HostileText[] => units.map((unit) => ({ kind: name, unit }));

/** What some reader of text runs, follows, expands or chokes on. */
export const HOSTILE_TEXTS: readonly HostileText[] = [
  ...kind('braces', '{', '{a,b}', `{${','.repeat(99)}}{${','.repeat(99)}}`, '{1..9}', '*(a|a)', '**/'),
  ...kind('nesting', '[', '{"a":', '(', '> ', '- ', '<b>', '<div>', '```', '[a](', '![', '*a_', '|a', '{\\b '),
  ...kind('NUL and controls', '\u0000', 'a\u0000b', '\u0007\u0008', '\r\nx-planted: 1\r\n'),
  ...kind('broken Unicode', '\ud800', '\udc00a', '\ufffe\uffff', '\ufdfa', 'a\u0301\u0301\u0301', '\u{1f468}\u200d'),
  ...kind('direction', '\u202egnp.exe\u202c', '\u2067lamp\u2069', '\u200f', '\u{e0041}\u{e0042}'),
  ...kind('ANSI', '\u001b[31mred\u001b[0m', '\u001b]8;;http://evil.example\u0007x\u001b]8;;\u0007', '\u009b2J'),
  ...kind('paths', '../', '..\\', '/etc/passwd', '%2e%2e%2f', 'file:///etc/passwd', 'CON', '//evil.example/x', '~/'),
  ...kind(
    'markup',
    '<img src=x onerror=alert(1)>',
    '<!--',
    '</script><script>',
    '<form ',
    '<style>',
    '<fonts><font>',
    '<a href="',
    '&amp;',
    '&#x',
    '[^1]: ',
  ),
  ...kind('schemes', 'javascript:alert(1)', 'data:text/html,', 'www.', 'http://a.', '](', 'evil.example/x '),
  ...kind('cron and dates', '*/1 ', '0 0 31 2 *', '1-5,', '2026-02-30T25:61:61Z ', '1.1.', '99/99/9999 ', 'P99999Y'),
  ...kind('regular expressions', '(a+)+$', 'a', 'Aa-', 'a.', ' ', '\n', '\t ', '"a" ', "it's ", '$^.|?', '\\'),
  ...kind('prototype names', '__proto__', 'constructor', 'toString', '__proto__[x]', 'hasOwnProperty'),
  ...kind('numbers', '9', '1e309', '-0', '1,1', '0x', 'NaN', '1.', 'MMMM', '٣', 'two thousand '),
  ...kind('queries', "' OR 1=1 --", '"* NEAR/9 ', '${x}', '{{x}}', '%s%n', '=cmd|x!A1 ', '&a [*a,*a]', '; DROP TABLE '),
  ...kind(
    'places',
    'RFC 1 ',
    '§ 1 ',
    '# a\n',
    'Table 1 ',
    'p1.1 ',
    '[p1.1]',
    'Der Hund. ',
    '第一条。',
    'ก',
    'a; b, c ',
  ),
];

/** At least the unit itself, else about so many characters. */
export function longText({ unit }: HostileText, length: number): string {
  return unit.repeat(Math.max(1, Math.floor(length / unit.length)));
}

/** A list in a list in a list. */
function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at++) value = at % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values of a kind that a field does not take. */
export const WRONG_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  [],
  [null],
  {},
  { length: 1e9 },
  JSON.parse('{"__proto__":{"polluted":true}}'),
  { toString: 'x', valueOf: 1 },
  nested(1_000),
  Array.from({ length: 20_000 }, () => 'x'),
  Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at])),
];

/** Numbers that come again with the same seed, from 0 up to 1. */
export function chance(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
