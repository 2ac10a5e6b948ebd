import { describe, expect, it } from 'vitest';
import { toPage } from '../../pdf/recognised-lines.ts';
import type { RecognisedLine } from '../../scans/text-recognition.ts';

/** Words with their confidence: `lamp:96`. */
function lineOf(written: string, { top = 100, height = 30 } = {}): RecognisedLine {
  const words = written.split(' ').map((word, index) => {
    const [text = '', confidence = '96'] = word.split(/:(?=\d+$)/);
    return { text, confidence: Number(confidence), left: 100 + index * 80, right: 170 + index * 80 };
  });
  return { words, top, bottom: top + height, base: top + height, height };
}

const pageOf = (...lines: readonly RecognisedLine[]) => toPage(lines, 1 / 4, 800);

describe('recognised lines', () => {
  it.each<[string, string, string]>([
    ['keeps sure words as they are', 'The lamp burns', 'The lamp burns'],
    ['marks a word that may be another one', 'The lamp burns 40:55 hours', 'The lamp burns 40[?] hours'],
    ['leaves out specks', 'The lamp ~:12 burns', 'The lamp burns'],
    ['takes a mark before a line for a bullet', '¢:0 The lamp burns', '• The lamp burns'],
    ['keeps a sure sign', '§ 5 applies', '§ 5 applies'],
    ['takes rules of tables off words', '|lamp 40|', 'lamp 40'],
  ])('%s', (_, recognised, text) => {
    expect(pageOf(lineOf(recognised)).text).toBe(`${text}\n`);
  });

  it('leaves out lines in which hardly a word is sure, and counts them', () => {
    const { text, page } = pageOf(lineOf('The lamp burns all night'), lineOf('eR:20 Ss:31 ii:44', { top: 160 }));

    expect(text).toBe('The lamp burns all night\n');
    expect(page).toMatchObject({ isPicture: false, recognition: { confidence: 96, illegible: 1 } });
  });

  it('takes the dots above large letters for no line', () => {
    const heading = lineOf('Brücke', { top: 96, height: 60 });
    const { text, page } = pageOf(lineOf('..:88 nn:3', { top: 92, height: 18 }), heading);

    expect(text).toBe('Brücke\n');
    expect(page.recognition).toEqual({ confidence: 96, illegible: 0 });
  });

  it('leaves a page a picture whose words are not sure', () => {
    const noise = lineOf('eR:20 Ss:31 ii:44');

    expect(pageOf(noise, noise, lineOf('by:70', { top: 160 }))).toMatchObject({ text: '', page: { isPicture: true } });
    expect(pageOf()).toMatchObject({ page: { isPicture: true, recognition: { confidence: 0, illegible: 0 } } });
  });
});
