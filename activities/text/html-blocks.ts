import type { Block } from './block.ts';
import { type HtmlTag, isBlockElement, tagsIn } from './html-tags.ts';

/** A block that is still open: its kind, and where its tag and its content begin. */
interface Run {
  readonly kind: Block['kind'];
  readonly level: number;
  readonly lineStart: number;
  readonly start: number;
}

const PLAIN = { kind: 'prose', level: 0 } as const;

/**
 * The blocks of a stretch of HTML: paragraphs, headings, list entries, whole table rows, and terms together with their
 * definitions. The content lies between the block's tags and keeps the tags inside it.
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

/** Elements that become one block with everything inside them. */
const HOLDERS = new Set(['tr', 'dt', 'pre']);
const KINDS: Readonly<Record<string, Block['kind']>> = { tr: 'table', pre: 'code' };

function openedBy({ name, isClosing, start, end }: HtmlTag, offset: number): Run {
  const place = { lineStart: offset + start, start: offset + end };
  if (isClosing) return { ...PLAIN, lineStart: place.start, start: place.start };
  const level = /^h[1-6]$/.test(name) ? Number(name[1]) : 0;
  return { ...place, kind: level > 0 ? 'heading' : (KINDS[name] ?? 'prose'), level };
}

/** Whether a tag ends the block: a term ends after its definition, a row at the next row or the end of the table. */
function endsHolder(holder: string, { name, isClosing }: HtmlTag): boolean {
  if (holder === 'pre') return name === 'pre';
  if (holder === 'tr')
    return (isClosing && ['tr', 'table', 'tbody', 'thead'].includes(name)) || (!isClosing && name === 'tr');
  return isClosing ? ['dd', 'dl'].includes(name) : name === 'dt';
}
