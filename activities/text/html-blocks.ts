import type { Block } from './block.ts';
import { type HtmlTag, isBlockElement, tagsIn } from './html-tags.ts';

/** A block under way: what kind it is, where its tag and where its content begin. */
interface Run {
  readonly kind: Block['kind'];
  readonly level: number;
  readonly lineStart: number;
  readonly start: number;
}

const PLAIN = { kind: 'prose', level: 0 } as const;

/**
 * The blocks of a stretch of HTML: paragraphs, headings, entries of lists, whole rows of tables, a term together with what
 * defines it. Their content is what stands between the tags; tags inside of it stay.
 */
export function splitHtml(text: string, from: number, to: number): Block[] {
  const blocks: Block[] = [];
  let run: Run = { ...PLAIN, lineStart: from, start: from };
  const close = (end: number, next: HtmlTag | undefined): void => {
    const { kind, level, lineStart, start } = run;
    blocks.push({ kind, level, lineStart, start, end });
    if (next !== undefined) run = openedBy(next, from);
  };

  let holder: string | null = null;
  for (const tag of tagsIn(text.slice(from, to))) {
    const closesHolder = holder !== null && endsHolder(holder, tag);
    if (!isBlockElement(tag.name) || (holder !== null && !closesHolder)) continue;
    close(from + tag.start, tag);
    holder = tag.isClosing || !HOLDERS.has(tag.name) ? null : tag.name;
  }
  close(to, undefined);
  return blocks;
}

/** Elements whose blocks stay together. */
const HOLDERS = new Set(['tr', 'dt', 'pre']);
const KINDS: Readonly<Record<string, Block['kind']>> = { tr: 'table', pre: 'code' };

function openedBy({ name, isClosing, start, end }: HtmlTag, offset: number): Run {
  const place = { lineStart: offset + start, start: offset + end };
  if (isClosing) return { ...PLAIN, lineStart: place.start, start: place.start };
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  return { ...place, kind: level > 0 ? 'heading' : (KINDS[name] ?? 'prose'), level };
}

/** A term ends behind its definition, a row with the next row or the table. */
function endsHolder(holder: string, { name, isClosing }: HtmlTag): boolean {
  if (holder === 'pre') return name === 'pre';
  if (holder === 'tr')
    return (isClosing && ['tr', 'table', 'tbody', 'thead'].includes(name)) || (!isClosing && name === 'tr');
  return isClosing ? ['dd', 'dl'].includes(name) : name === 'dt';
}
