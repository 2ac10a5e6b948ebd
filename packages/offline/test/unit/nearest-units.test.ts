import { nearestUnits } from '@plumbline/offline/statements';
import { type Embedder, EmbeddingError } from '@plumbline/search/embedder';
import { describe, expect, it } from 'vitest';

const SENTENCES = [
  'Das Leuchtfeuer steht am Ende der Mole.',
  'Der Wärter füllt die Lampe mit Öl.',
  'Das Fenster wird jeden Morgen geputzt.',
  'Der Eintritt in den Turm kostet drei Taler.',
];
const passageOf = (text: string) => ({ title: 'Leuchtfeuer', headingPath: [], text, language: 'de' });
const PASSAGE = passageOf(SENTENCES.join(' '));
const signal = new AbortController().signal;

/** Vectors that tell whether a text speaks of money. */
const ofMoney: Embedder = {
  id: 'money',
  embed: async (texts) => texts.map((text) => Float32Array.from([/Taler|cost/u.test(text) ? 1 : 0, 0.1])),
};
const failing: Embedder = {
  id: 'down',
  embed: async () => {
    throw new EmbeddingError('down');
  },
};

describe('the statement nearest to a question', () => {
  it('includes its neighbours', async () => {
    const units = await nearestUnits(ofMoney, 'What does it cost?', [PASSAGE], signal);

    expect(units).toEqual([SENTENCES.slice(2).join(' ')]);
  });

  it.each([
    ['there is no embedder', null],
    ['the embedder fails', failing],
  ])('is the first one when %s', async (_, embedder) => {
    const units = await nearestUnits(embedder, 'What does it cost?', [PASSAGE], signal);

    expect(units).toEqual([SENTENCES.slice(0, 2).join(' ')]);
  });

  it('stands alone when a heading separates it from the others, or they are too long', async () => {
    const apart = passageOf(`${SENTENCES[0]}\n\n## Eintritt\n\n${SENTENCES[3]}`);
    const long = passageOf(
      `${'Das Leuchtfeuer steht am Ende der langen Mole und '.repeat(20)}leuchtet. ${SENTENCES[3]}`,
    );

    expect(await nearestUnits(ofMoney, 'cost', [apart, long], signal)).toEqual([SENTENCES[3], SENTENCES[3]]);
  });

  it('leaves out a neighbour that is too long', async () => {
    const passage = passageOf(
      `${SENTENCES[1]} ${SENTENCES[3]} ${'Das Leuchtfeuer steht am Ende der langen Mole und '.repeat(20)}leuchtet.`,
    );

    expect(await nearestUnits(ofMoney, 'cost', [passage], signal)).toEqual([`${SENTENCES[1]} ${SENTENCES[3]}`]);
  });

  it('is undefined for a passage without statements, and separate for each passage', async () => {
    const units = await nearestUnits(ofMoney, 'cost', [passageOf('# Turm'), PASSAGE, PASSAGE], signal);

    expect(units).toEqual([undefined, SENTENCES.slice(2).join(' '), SENTENCES.slice(2).join(' ')]);
  });

  it('is abandoned once the caller aborts', async () => {
    const stopping = new AbortController();
    stopping.abort(new Error('stopped'));

    await expect(nearestUnits(failing, 'cost', [PASSAGE], stopping.signal)).rejects.toThrow('stopped');
  });
});
