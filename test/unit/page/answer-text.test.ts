import { describe, expect, it } from 'vitest';
import { answerBlocks, type TextBlock, type TextSpan } from '../../../packages/page/browser/models/answer-text.ts';
import { HOSTILE_TEXTS } from '../../support/builders/hostile-texts.ts';

const text = (written: string): TextSpan => ({ kind: 'text', text: written });

/** All that a reader sees. */
function shownOf(blocks: readonly TextBlock[]): string {
  const inner = (spans: readonly TextSpan[]) =>
    spans.map((span) => (span.kind === 'citation' ? `[${span.number}]` : span.text)).join('');
  return blocks
    .map((block) => {
      if (block.kind === 'list') return block.items.map(inner).join('\n');
      if (block.kind === 'table') return block.rows.map((row) => row.map(inner).join('|')).join('\n');
      return inner(block.spans);
    })
    .join('\n');
}

describe('the text of an answer', () => {
  it('has headings, paragraphs, lists and code', () => {
    const blocks = answerBlocks(
      '## Burning time\nThe lamp\nburns.\n\n- nine hours\n  with oil\n- seven\n\n1. first\n\n```js\na < b\n\nc\n```\nAfter.',
    );

    expect(blocks).toEqual([
      { kind: 'heading', spans: [text('Burning time')] },
      { kind: 'paragraph', spans: [text('The lamp\nburns.')] },
      { kind: 'list', first: null, items: [[text('nine hours with oil')], [text('seven')]] },
      { kind: 'list', first: 1, items: [[text('first')]] },
      { kind: 'code', spans: [text('a < b\n\nc')] },
      { kind: 'paragraph', spans: [text('After.')] },
    ]);
  });

  it('keeps the lines of a passage, and bold words over their ends', () => {
    const [list] = answerBlocks('- *Rules:* the lamp burns  \n  • oil  \n  • **whale  \n  oil** [1]\n- next');

    expect(list).toMatchObject({
      items: [
        [
          { kind: 'emphasis', text: 'Rules:' },
          text(' the lamp burns\n• oil\n• '),
          { kind: 'strong', text: 'whale\noil' },
          text(' '),
          { kind: 'citation', number: 1 },
        ],
        [text('next')],
      ],
    });
  });

  it('has marks of citations, bold, italic and code within lines', () => {
    expect(answerBlocks('*Agent · new Agent(\\[options\\]):* **nine** `a*b*` hours [2] [12].')).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { kind: 'emphasis', text: 'Agent · new Agent([options]):' },
          text(' '),
          { kind: 'strong', text: 'nine' },
          text(' '),
          { kind: 'code', text: 'a*b*' },
          text(' hours '),
          { kind: 'citation', number: 2 },
          text(' '),
          { kind: 'citation', number: 12 },
          text('.'),
        ],
      },
    ]);
  });

  it('has tables, without the line below their head', () => {
    expect(answerBlocks('| oil | hours |\n| --- | ---: |\n| rapeseed [1] | 9 |')).toEqual([
      {
        kind: 'table',
        rows: [
          [[text('oil')], [text('hours')]],
          [[text('rapeseed '), { kind: 'citation', number: 1 }], [text('9')]],
        ],
      },
    ]);
  });

  it.each(HOSTILE_TEXTS)('keeps markup and addresses as the text that they are: %s', (hostile) => {
    const letters = (shown: string) => shown.replaceAll(/[^\p{L}\p{N}<>"'=:/]/gu, '');

    expect(letters(shownOf(answerBlocks(`Before ${hostile} after`)))).toBe(letters(`Before ${hostile} after`));
  });

  it.each(['', '```', '**', '[', '|', '- ', '#'.repeat(50_000), '*a '.repeat(20_000), '`'.repeat(20_001)])(
    'is read to its end, whatever stands in it: %#',
    (odd) => {
      expect(() => answerBlocks(odd)).not.toThrow();
    },
  );
});
