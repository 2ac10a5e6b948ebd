import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { describe, expect, it } from 'vitest';
import {
  answerBlocks,
  readableLines,
  sourceSpans,
  type TextSpan,
} from '../../../packages/page/browser/models/answer-text.ts';
import {
  certaintyOf,
  certaintyOfReport,
  documentsRead,
  foldedPassage,
  foldedPieces,
} from '../../../packages/page/browser/models/certainty.ts';
import { copiedAnswer } from '../../../packages/page/browser/models/claim-copy.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';

const offline = answerResultOf({ engine: 'offline', isUngrounded: false, cards: [], researchId: null });
const confident = (answerConfidence: AnswerResult['ui']['answerConfidence']) => ({
  ...offline,
  ui: { ...offline.ui, answerConfidence },
});

const CHECKED = { quotesChecked: 2, quotesRejected: 0, claims: 2, statementsRemoved: 0, claimsRepaired: 0, notes: [] };
const reviewed = (outcome: 'passed' | 'warned'): AnswerResult['debug'] => ({
  ...offline.debug,
  alignment: { outcome, issues: [], failure: null },
});
const model = { engine: 'model' as const, debug: reviewed('passed') };

describe('how certain an answer is', () => {
  it.each([
    [confident('strong'), 'stated'],
    [confident('medium'), 'nearest'],
    [confident('weak'), 'missing'],
    [{ ...confident('strong'), citations: [] }, 'missing'],
    [{ ...confident('weak'), ...model, verification: CHECKED }, 'stated'],
    [{ ...confident('strong'), ...model }, 'nearest'],
    [{ ...confident('strong'), ...model, verification: { ...CHECKED, claims: 0 } }, 'nearest'],
    [{ ...confident('strong'), ...model, verification: CHECKED, debug: reviewed('warned') }, 'nearest'],
    [{ ...confident('strong'), engine: 'model' as const, citations: [], isUngrounded: true }, null],
    [{ ...confident('strong'), needsClarification: true }, null],
    [{ ...confident('strong'), researchId: 'run' }, null],
  ])('is told by what it rests on (%#)', (answer, certainty) => {
    expect(certaintyOf(answer)).toBe(certainty);
  });

  it.each([
    [['answer', 'details'], 'stated'],
    [['passages'], 'nearest'],
    [['limitations'], 'missing'],
  ] as const)('is told of a report by its sections: %s', (names, certainty) => {
    const sections = names.map((name) => ({ name, heading: '', remarks: [], groups: [{ heading: '', blocks: [] }] }));

    expect(certaintyOfReport({ sections })).toBe(certainty);
  });

  it('counts documents, not their passages', () => {
    const source = { key: 'k', type: 'file' as const, label: 'A label', similarity: null, number: null };
    const sources = ['a.md:1-9', 'a.md:12', 'b.pdf'].map((detail) => ({ ...source, detail }));

    expect(documentsRead({ sources })).toBe(2);
  });
});

describe('a passage', () => {
  const LONG = 'The keeper trims the wick in the evening, before the tide comes in. '.repeat(5);
  const spansOf = (markdown: string): readonly TextSpan[] => {
    const [block] = answerBlocks(`- ${markdown}`);
    return block?.kind === 'list' ? (block.items[0] ?? []) : [];
  };
  const textOf = (spans: readonly TextSpan[] | null) =>
    spans?.map((span) => ('text' in span ? span.text : `[${span.number}]`)).join('');

  it('is folded to its place, its bold words and its citations', () => {
    expect(textOf(foldedPassage(spansOf(`*Rules · Lamp:* ${LONG}**It burns nine hours.** ${LONG}[1]`)))).toBe(
      'Rules · Lamp: It burns nine hours. … [1]',
    );
  });

  it('is folded to its first line where nothing is bold', () => {
    expect(textOf(foldedPassage(spansOf(`*Rules:* Set the \`limit\`:  \n  ${LONG}[2]`)))).toBe(
      'Rules:  Set the limit: … [2]',
    );
  });

  it('is left as it is where it is short', () => {
    expect(foldedPassage(spansOf('*Rules:* **It burns nine hours.** [1]'))).toBe(null);
  });

  it('begins with its place; another entry is left as it is', () => {
    expect(foldedPassage(spansOf(`${LONG} [1]`))).toBe(null);
  });
});

describe('a passage of a report', () => {
  const pieces = [
    { text: 'The keeper trims the wick. '.repeat(20), isBold: false, citations: [] },
    { text: 'It burns nine hours.', isBold: true, citations: [] },
    { text: ' It is green.', isBold: false, citations: [3] },
  ];

  it('is folded to its bold words, or its first line, and keeps its citations', () => {
    expect(foldedPieces(pieces)?.map(({ text, citations }) => [text, citations])).toEqual([
      ['It burns nine hours.', []],
      [' … ', [3]],
    ]);
    expect(foldedPieces([{ text: `First.\n${'More of it. '.repeat(40)}`, isBold: false, citations: [1] }])).toEqual([
      { text: 'First.', isBold: false, citations: [] },
      { text: ' … ', isBold: false, citations: [1] },
    ]);
    const marked = '<a id="lamp"></a>\n\n## The lamp\n\n| part | size |\n';
    expect(foldedPieces([{ text: marked + 'More of it. '.repeat(40), isBold: false, citations: [] }])?.[0]?.text).toBe(
      'The lamp',
    );
    expect(foldedPieces(pieces.slice(1))).toBe(null);
  });

  it.each([
    ['<a id="lamp"></a>\n## <a name="x"></a>The lamp\n\nIt burns.', ['The lamp', 'It burns.']],
    ['| part | a \\| b |\n|:--|---:|\n| `wick` | 9 |', ['part · a \\| b', '`wick` · 9']],
    ['> Quoted <!-- marks --> and <b>words</b>', ['Quoted <!-- marks --> and <b>words</b>']],
    ['- 5 °C in `<a>` and List<string>', ['- 5 °C in `<a>` and List<string>']],
    ['2<sup>60</sup> of ~~nine~~', ['2<sup>60</sup> of ~~nine~~']],
  ])('is read without the markup of its lines: %s', (text, lines) => {
    expect(readableLines(text)).toEqual(lines);
  });

  it('reads as its source shows it, with the numbers that are its own', () => {
    expect(sourceSpans('Set `limit` [41] to *nine*.')).toEqual([
      { kind: 'text', text: 'Set ' },
      { kind: 'code', text: 'limit' },
      { kind: 'text', text: ' ' },
      { kind: 'text', text: '[41]' },
      { kind: 'text', text: ' to ' },
      { kind: 'emphasis', text: 'nine' },
      { kind: 'text', text: '.' },
    ]);
  });
});

describe('a copied answer', () => {
  it('names what it cites', () => {
    const [citation] = offline.citations;

    expect(copiedAnswer({ summary: 'It burns.', citations: [] })).toBe('It burns.');
    expect(copiedAnswer(offline)).toContain(`[${citation?.number}] ${citation?.title}`);
  });
});
