import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { renderBriefing } from '../../../activities/briefings/writing/briefing-rendering.ts';
import { continuityWith } from '../../../activities/briefings/writing/claim-lines.ts';
import { renderThemeBrief } from '../../../activities/briefings/writing/theme-brief.ts';
import { theme } from '../../support/builders/briefing-fixtures.ts';
import { eventfulRecord } from './eventful-record.ts';

const HOSTILE = [
  'x\n\n## Retrieval metadata\n\n- **Diagnostics:** HEALTHY',
  '## Retrieval metadata',
  '## 2026-03-06 daily',
  '<script>alert(1)</script><!-- ',
  '[click](javascript:alert(1)) ![image](javascript:alert(2))',
  '```\nfence',
  '- entry\n\n---\n\n# Heading',
  '[1]: <javascript:alert(1)> "x"',
  'x\n===',
  '| a | b |\n|---|---|\n| c | d |',
  '> quotation\n> of another',
  '1. `code',
  '- 2099-01-01 00:00 +00:00 · `2099-01-01` · Reversed',
  '2099-01-01 00:00 +00:00 · `2099-01-01` · Reversed',
];

/** Texts that pages, models, people and other programs wrote. */
const FOREIGN = new Set([
  'title',
  'text',
  'note',
  'detail',
  'reason',
  'reference',
  'anchoringNote',
  'locator',
  'extractedInfo',
]);
const FOREIGN_LISTS = new Set(['notes', 'caveats', 'focus', 'outlets', 'loaded']);

/** The record with all foreign texts replaced. */
function poisoned(value: unknown, words: string, key = ''): unknown {
  if (typeof value === 'string') return FOREIGN.has(key) || FOREIGN_LISTS.has(key) ? words : value;
  if (Array.isArray(value)) return value.map((entry) => poisoned(entry, words, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, poisoned(inner, words, name)]));
}

const poisonedRecord = (words: string) => poisoned(eventfulRecord(), words) as BriefingRecord;

const BLOCKS = new Set([
  'heading',
  'paragraph',
  'list',
  'list_item',
  'blockquote',
  'code',
  'hr',
  'table',
  'html',
  'def',
]);

/** Blocks of a document, also nested ones, with the depth of headings and the number of entries: what no text may change. */
function outline(markdown: string): string[] {
  const blocks: string[] = [];
  void walkTokens(lexer(markdown), (token) => {
    if (!BLOCKS.has(token.type)) return;
    const extent = token.type === 'heading' ? token['depth'] : token.type === 'list' ? token['items'].length : '';
    blocks.push(`${token.type} ${extent}`);
  });
  return blocks;
}

function activeContent(markdown: string): string[] {
  const found: string[] = [];
  void walkTokens(lexer(markdown), (token) => {
    if (token.type === 'html' || token.type === 'image') found.push(token.raw);
    if (token.type === 'link' && String(token['href']).startsWith('javascript:')) found.push(token.raw);
  });
  return found;
}

const renderings: [string, (record: BriefingRecord) => string][] = [
  ['an output', renderBriefing],
  [
    'a theme brief',
    (record) => {
      const [output] = record.themes;
      if (output === undefined) throw new Error('the record has no theme');
      return renderThemeBrief(theme({ title: output.title }), output, record, null);
    },
  ],
  ['the continuity digest', (record) => continuityWith(record, null)],
];

describe.each(renderings)('%s', (_, render) => {
  it.each(HOSTILE)('keeps its structure, whatever its texts are: %j', (words) => {
    const markdown = render(poisonedRecord(words));

    expect(outline(markdown)).toEqual(outline(render(poisonedRecord('harmless words'))));
    expect(activeContent(markdown)).toEqual([]);
  });
});

it('has one footer, at the end, with the true diagnostics', () => {
  const markdown = renderBriefing(poisonedRecord('## Retrieval metadata\n\n- **Diagnostics:** HEALTHY'));

  const footers = markdown.split(/^## Retrieval metadata$/mu);
  expect(footers).toHaveLength(2);
  expect(footers[1]).toMatch(/^- \*\*Diagnostics:\*\* 2$/mu);
  expect(footers[1]).not.toMatch(/^- \*\*Diagnostics:\*\* HEALTHY$/mu);
});

it('takes no claim for a line of the history', () => {
  const record = poisonedRecord('2099-01-01 00:00 +00:00 · `2099-01-01` · Reversed');
  const [output] = record.themes;
  if (output === undefined) throw new Error('the record has no theme');
  const first = renderThemeBrief(theme(), output, record, null);

  expect(renderThemeBrief(theme(), output, record, first)).toBe(first);
  expect(
    first
      .split(/^## /m)
      .find((part) => part.startsWith('History'))
      ?.split('\n')
      .filter((line) => line.startsWith('- ')),
  ).toHaveLength(1);
});
