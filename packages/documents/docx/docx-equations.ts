import { attributeOf, childOf, descendantsOf, elementsOf, wordsOf, type XmlElement } from '../text/xml-elements.ts';

type Write = (element: XmlElement) => string;

/** Signs of sums and integrals. */
const NARY = commandsOf('∑∏∐∫∬∭∮⋃⋂⋁⋀', 'sum prod coprod int iint iiint oint bigcup bigcap bigvee bigwedge');

/** Combining characters above a letter. */
const ACCENTS = commandsOf(
  '\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u030C\u20D7\u00AF^~→',
  'grave acute hat tilde bar overline breve dot ddot check vec bar hat tilde vec',
);

const SINGLE = /^.$/su;
const FUNCTION = /^(?:arccos|arcsin|arctan|cos|cosh|cot|det|dim|exp|gcd|inf|lim|ln|log|max|min|sin|sinh|sup|tan|tanh)$/;

/** The elements of Office Math whose arguments LaTeX arranges; all others are their arguments in order. */
const WRITERS: Readonly<Record<string, Write>> = {
  'm:r': writeRun,
  'm:f': writeFraction,
  'm:sSup': (element) => `${grouped(element, 'm:e')}${script('^', element, 'm:sup')}`,
  'm:sSub': (element) => `${grouped(element, 'm:e')}${script('_', element, 'm:sub')}`,
  'm:sSubSup': (element) => `${grouped(element, 'm:e')}${scripts(element)}`,
  'm:sPre': (element) => `{}${scripts(element)}${grouped(element, 'm:e')}`,
  'm:rad': writeRadical,
  'm:nary': writeNary,
  'm:d': writeDelimiters,
  'm:m': (element) => writeMatrix(element),
  'm:eqArr': (element) => writeLines(childrenNamed(element, 'm:e').map(writeAll)),
  'm:func': (element) => joined(argument(element, 'm:fName'), argument(element, 'm:e')),
  'm:limLow': (element) => `${grouped(element, 'm:e')}${script('_', element, 'm:lim')}`,
  'm:limUpp': (element) => `${grouped(element, 'm:e')}${script('^', element, 'm:lim')}`,
  'm:acc': writeAccent,
  'm:bar': (element) =>
    `${valueOf(element, 'm:barPr', 'm:pos') === 'top' ? '\\overline' : '\\underline'}{${argument(element, 'm:e')}}`,
  'm:groupChr': writeGroup,
  'm:t': (element) => escaped(wordsOf(element)),
  'w:t': (element) => escaped(wordsOf(element)),
  'w:delText': (element) => escaped(wordsOf(element)),
};

function commandsOf(signs: string, names: string): ReadonlyMap<string, string> {
  return new Map(names.split(' ').map((name, at) => [Array.from(signs)[at] ?? '', `\\${name}`]));
}

/** An equation of Word (`m:oMath`) as LaTeX, without signs around it. Elements that are unknown leave their words. */
export function writeEquation(equation: XmlElement): string {
  return writeAll(equation).replaceAll(/\s+/g, ' ').trim();
}

function writeAll(element: XmlElement | undefined): string {
  return elementsOf(element).reduce((written, child) => {
    if (child.name.endsWith('Pr')) return written;
    return joined(written, (WRITERS[child.name] ?? writeAll)(child));
  }, '');
}

/** "\alpha" and "x" need a space between them. */
function joined(before: string, after: string): string {
  return /\\[a-z]+$/i.test(before) && /^[a-z]/i.test(after) ? `${before} ${after}` : `${before}${after}`;
}

function argument(element: XmlElement, name: string): string {
  return writeAll(childOf(element, name)).trim();
}

/** Braces around all that is more than one character. */
function grouped(element: XmlElement, name: string): string {
  const written = argument(element, name);
  return SINGLE.test(written) || FUNCTION.test(written.slice(1)) ? written : `{${written}}`;
}

function script(sign: '^' | '_', element: XmlElement, name: string): string {
  const written = argument(element, name);
  return written === '' ? '' : `${sign}${SINGLE.test(written) ? written : `{${written}}`}`;
}

function scripts(element: XmlElement): string {
  return `${script('_', element, 'm:sub')}${script('^', element, 'm:sup')}`;
}

function writeRun(element: XmlElement): string {
  const isPlain = childOf(element, 'm:rPr', 'm:nor') !== undefined;
  const words = descendantsOf(element, 'm:t', 'w:t', 'w:delText').map(wordsOf).join('');
  if (FUNCTION.test(words)) return `\\${words}`;
  return isPlain && /\p{L}{2}|\s/u.test(words) ? `\\text{${escaped(words)}}` : escaped(words);
}

/** Signs that begin a tag or end the cell of a table are written out. */
function escaped(words: string): string {
  return words
    .replaceAll(/[\u2061-\u2064]/g, ' ')
    .replaceAll('\\', String.raw`\backslash `)
    .replaceAll(/[{}$&#%_]/g, String.raw`\$&`)
    .replaceAll('<', String.raw`\lt `)
    .replaceAll('>', String.raw`\gt `)
    .replaceAll('|', String.raw`\vert `)
    .replaceAll('‖', String.raw`\Vert `);
}

function writeFraction(element: XmlElement): string {
  const [above, below] = [argument(element, 'm:num'), argument(element, 'm:den')];
  const type = valueOf(element, 'm:fPr', 'm:type');
  if (type === 'lin') return `${above}/${below}`;
  return type === 'noBar' ? `\\binom{${above}}{${below}}` : `\\frac{${above}}{${below}}`;
}

function writeRadical(element: XmlElement): string {
  const degree = argument(element, 'm:deg');
  return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${argument(element, 'm:e')}}`;
}

function writeNary(element: XmlElement): string {
  const sign = valueOf(element, 'm:naryPr', 'm:chr') ?? '∫';
  const head = `${NARY.get(sign) ?? escaped(sign)}${scripts(element)}`;
  return `${head} ${argument(element, 'm:e')}`;
}

function writeDelimiters(element: XmlElement): string {
  const sign = (name: string, usual: string): string => valueOf(element, 'm:dPr', name) ?? usual;
  const parts = childrenNamed(element, 'm:e').map(writeAll);
  const between = escaped(sign('m:sepChr', '|'));
  return `\\left${delimiter(sign('m:begChr', '('))}${parts.join(between)}\\right${delimiter(sign('m:endChr', ')'))}`;
}

function delimiter(sign: string): string {
  return sign === '' ? '.' : escaped(sign);
}

function writeMatrix(element: XmlElement): string {
  const rows = childrenNamed(element, 'm:mr').map((row) => childrenNamed(row, 'm:e').map(writeAll).join(' & '));
  return `\\begin{matrix}${rows.join(String.raw` \\ `)}\\end{matrix}`;
}

function writeLines(lines: readonly string[]): string {
  return lines.length < 2 ? lines.join('') : `\\begin{aligned}${lines.join(String.raw` \\ `)}\\end{aligned}`;
}

function writeAccent(element: XmlElement): string {
  const sign = valueOf(element, 'm:accPr', 'm:chr') ?? '\u0302';
  const accent = ACCENTS.get(sign);
  return accent === undefined
    ? `${argument(element, 'm:e')}${escaped(sign)}`
    : `${accent}{${argument(element, 'm:e')}}`;
}

function writeGroup(element: XmlElement): string {
  const sign = valueOf(element, 'm:groupChrPr', 'm:chr') ?? '⏟';
  const inner = argument(element, 'm:e');
  if (sign === '⏟') return `\\underbrace{${inner}}`;
  if (sign === '⏞') return `\\overbrace{${inner}}`;
  const isAbove = valueOf(element, 'm:groupChrPr', 'm:pos') === 'top';
  return `\\${isAbove ? 'overset' : 'underset'}{${escaped(sign)}}{${inner}}`;
}

function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).filter((child) => child.name === name);
}

function valueOf(element: XmlElement, ...names: readonly string[]): string | undefined {
  return attributeOf(childOf(element, ...names), 'm:val');
}
