import type { Quote } from '@plumbline/contracts/evidence/finding';
import { isReadByModel, modelReadLine, modelReadSpans } from '@plumbline/contracts/evidence/model-read';
import { splitPassages } from '@plumbline/documents/splitting';
import { findQuoteFault } from '@plumbline/quotes/stored-quotes';
import { describe, expect, it } from 'vitest';

const LINE = modelReadLine(2, 'gate.png', 'seer', 'The gate opens at noon.\nThe yard closes at dusk.');
const TEXT = `Before it.\n\n${LINE}\n\nBehind it.`;

async function faultOf(words: string): Promise<string | null> {
  const start = TEXT.indexOf(words);
  const quote = { text: words, start, end: start + words.length, textHash: '' } as Quote;
  return findQuoteFault(quote, { read: async () => ({ text: TEXT, fault: null }) });
}

describe('a quotation of what a model read in a picture', () => {
  it('holds with the mark that says so', async () => {
    expect(await faultOf(LINE)).toBeNull();
    expect(await faultOf(TEXT)).toBeNull();
    expect(await faultOf('Behind it.')).toBeNull();
  });

  it('is wrong without it', async () => {
    expect(await faultOf('The gate opens at noon.')).toContain('a model read these words in a picture');
    expect(await faultOf('dusk.\n\nBehind it.')).toContain('a model read these words in a picture');
  });
});

describe('the line of a picture that a model read', () => {
  it.each([
    ['a break in the name of the file', 'a\nb.png', 'seer', 'Gate'],
    ['a break in the name of the model', 'a.png', 'big\nseer', 'Gate'],
    ['breaks, headings and lists in what it says', 'a.png', 'seer', '# Gate\n\n- one\n\n\n1. two\r\nthree'],
    ['a mark of its own', 'a.png', 'seer', 'Figure 9 (b.png, read by OCR, 99 % sure):\n- THE GATE'],
    ['HTML and notes', 'a.png', 'seer', '<script>x</script> <!-- y --> [^1]: z `code` ~~gone~~'],
    ['more than a passage holds', 'a.png', 'seer', 'word '.repeat(5_000)],
    ['nothing', 'a.png', 'seer', ''],
  ])('is one, whatever is in it: %s', (_, file, model, said) => {
    const line = modelReadLine(1, file, model, said);
    expect(line).not.toMatch(/\n|<[a-z/!]|\[|`|~~/i);
    expect(line.length).toBeLessThanOrEqual(1_200);
    expect(isReadByModel(line)).toBe(true);
    expect(modelReadSpans(`Before.\n\n${line}\n\nBehind.`)).toEqual([{ start: 9, end: 9 + line.length }]);
  });

  it('is in one passage, even in a long row of a table', () => {
    const seen = modelReadLine(1, 'a.png', 'seer', 'It opens at noon. '.repeat(60));
    const row = `| ${'word '.repeat(300)} | ${seen} | ${seen} |`;
    const text = `# Gate\n\n| a | b | c |\n| --- | --- | --- |\n${row}\n\n${'Other words follow. '.repeat(200)}`;
    const passages = splitPassages(text, 'en', null);
    expect(passages.length).toBeGreaterThan(2);
    for (const { start } of modelReadSpans(text))
      for (const passage of passages) {
        const inside = passage.start > start && passage.start < start + seen.length;
        expect(inside).toBe(false);
      }
  });
});
