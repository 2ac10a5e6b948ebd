/** In characters; longer entries are split into the entries inside them. */
const MAX_LENGTH = 2_400;
const DEEPEST = 8;
/** What goes on with the declaration above it. */
const GOES_ON = /^(?:[)}\]>]|<\/|(?:else|elif|except|finally|catch|rescue|ensure|end|then|do|fi|done|esac)\b)/;
/** Comments and annotations are about what follows. */
const LEADS_ON = /^(?:\/\/|\/\*|\*|#|--|;|@|<!--)/;
const DECLARED =
  /\b(?:class|interface|struct|enum|union|trait|impl|module|namespace|package|message|service|type|function|func|fun|fn|def|sub|const|let|var)\s+([\p{L}_$][\w$.]*)/u;
const ENTRY = /^(?:- +)?(?:\[+([^\]]{1,100})\]|["']?([^"'\s:={}[\]<>(),]{1,100})["']?\s*[:=]|<([\w:.-]{1,100}))/;

interface Line {
  readonly start: number;
  readonly end: number;
  /** Trimmed. */
  readonly text: string;
  readonly indent: number;
}

interface Part {
  readonly start: number;
  readonly end: number;
  /** Outermost first. */
  readonly headingPath: readonly string[];
}

/**
 * Splits a text for programs into its declarations or entries, joined while they are short; long ones into those inside
 * them, with the names of what they are in as their headings ("paths", "/users"). A long line stays whole.
 */
export function splitCode(text: string): Part[] {
  const lines = [...text.matchAll(/.+/g)].flatMap(({ 0: line, index }) => {
    const indent = line.search(/\S/);
    return indent === -1 ? [] : [{ start: index, end: index + line.trimEnd().length, text: line.trim(), indent }];
  });
  return partsOf(lines, [], 0, []);
}

/** @param lead lines in front that name what the others are in */
function partsOf(lines: readonly Line[], headingPath: readonly string[], depth: number, lead: readonly Line[]): Part[] {
  if (lengthOf([...lead, ...lines]) <= MAX_LENGTH) return partOf([...lead, ...lines], headingPath);
  const parts: Part[] = [];
  let [open, groups] = [[...lead], 0];
  const close = (): void => {
    parts.push(...partOf(open, groups === 1 && open[0] !== lead[0] ? pathOf(open, headingPath) : headingPath));
    [open, groups] = [[], 0];
  };
  for (const group of depth < DEEPEST ? groupsOf(lines) : lines.map((line) => [line])) {
    if (groups > 0 && lengthOf([...open.slice(0, 1), ...group.slice(-1)]) > MAX_LENGTH) close();
    if (lengthOf(group) > MAX_LENGTH && group.length > 1) {
      const opening = openingOf(group);
      const before = [...open, ...group.slice(0, opening)];
      parts.push(...partsOf(group.slice(opening), pathOf(group, headingPath), depth + 1, before));
      [open, groups] = [[], 0];
    } else {
      open.push(...group);
      groups += 1;
    }
  }
  close();
  return parts;
}

/** Lines from one of the least indent to the next; comments belong to what follows, brackets to what is before them. */
function groupsOf(lines: readonly Line[]): Line[][] {
  const least = leastIndent(lines);
  const groups: Line[][] = [];
  let leadsOn = false;
  for (const line of lines) {
    const isOuter = line.indent <= least && !GOES_ON.test(line.text);
    if (groups.length === 0 || (isOuter && !leadsOn)) groups.push([line]);
    else groups.at(-1)?.push(line);
    leadsOn = LEADS_ON.test(line.text) && (isOuter || leadsOn);
  }
  return groups;
}

/** Where what is inside an entry begins: below its name and the comments above that. */
function openingOf(group: readonly Line[]): number {
  const least = leastIndent(group);
  const inside = group.findIndex(({ indent, text }) => indent > least && !LEADS_ON.test(text));
  return Math.max(1, inside);
}

function leastIndent(lines: readonly Line[]): number {
  return lines.reduce(
    (least, { indent, text }) => (GOES_ON.test(text) ? least : Math.min(least, indent)),
    Number.POSITIVE_INFINITY,
  );
}

function pathOf(group: readonly Line[], headingPath: readonly string[]): readonly string[] {
  const named = group.find(({ text }) => !LEADS_ON.test(text))?.text.slice(0, 300) ?? '';
  const [, section, entry, element] = ENTRY.exec(named) ?? [];
  const name = DECLARED.exec(named)?.[1] ?? section ?? entry ?? element;
  return name === undefined ? headingPath : [...headingPath, name];
}

function lengthOf(lines: readonly Line[]): number {
  return (lines.at(-1)?.end ?? 0) - (lines[0]?.start ?? 0);
}

function partOf(lines: readonly Line[], headingPath: readonly string[]): Part[] {
  const [first, last] = [lines[0], lines.at(-1)];
  return first === undefined || last === undefined
    ? []
    : [{ start: first.start + first.indent, end: last.end, headingPath }];
}
