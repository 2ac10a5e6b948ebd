import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { answerClarificationSignal } from '../../workflows/deep-research/messages.ts';
import { readingsOf } from '../support/builders/scripted-activities.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

let open: RealResearch | undefined;
afterEach(() => open?.dispose());

async function researchOver(files: Readonly<Record<string, string>>): Promise<RealResearch> {
  open = await createRealResearch(inject('temporalAddress'), files);
  return open;
}

const answering = (text: string) => async (handle: Handle, world: World) => {
  await world.until(handle, ({ pendingClarification }) => pendingClarification !== null);
  await handle.signal(answerClarificationSignal, { text });
};
type During = NonNullable<Parameters<RealResearch['run']>[2]>;
type Handle = Parameters<During>[0];
type World = Parameters<During>[1];

describe('research in German', () => {
  const FILES = {
    'hafenlaermverordnung.md': `# Verordnung über Lärm im Hafen (HafenLärmV)

## § 1 Geltungsbereich

Diese Verordnung gilt für alle Anlegestellen am Fluss.

## § 2 Grenzwerte

(1) Die Grenzwerte für Lärm an Anlegestellen betragen tags 58 dB(A) und nachts 43 dB(A).

(2) Für Anlegestellen neben Krankenhäusern betragen die Grenzwerte für Lärm tags 47 dB(A) und nachts 33 dB(A).

## § 3 Messung

Gemessen wird vier Meter über dem Kai nach Maßgabe des § 4.

## § 4 Messgeräte

Messgeräte sind jährlich zu eichen.
`,
    'fischerei.md': `# Fischereiordnung

## § 1 Schonzeit

Die Schonzeit für Zander dauert vom 1. März bis zum 31. Mai.

## § 2 Grenzwerte für Netze

Die Maschenweite der Netze beträgt mindestens 40 Millimeter.
`,
    'marktordnung.md': `# Marktordnung

## § 5 Standgebühr

Die Standgebühr beträgt acht Taler für jeden Markttag.
`,
  };

  it('stays on the question, uses the answer of the user, and quotes the norm word for word, all in German', async () => {
    const research = await researchOver(FILES);

    const { record, markdown, calls } = await research.run(
      'Was sind die Grenzwerte für Lärm?',
      { clarify: 'always' },
      answering('Mich interessieren Anlegestellen neben Krankenhäusern.'),
    );

    const [answer] = record.report.summary;
    expect(answer?.text).toContain('tags 47 dB(A) und nachts 33 dB(A)');
    const quoted = record.report.citations.map(({ quote }) => quote.text);
    expect(quoted.join('\n')).toContain(
      'Für Anlegestellen neben Krankenhäusern betragen die Grenzwerte für Lärm tags 47 dB(A) und nachts 33 dB(A).',
    );
    expect(record.report.citations[0]?.locator).toBe('hafenlaermverordnung.md');
    expect(record.anchor.refinements).toEqual(['Mich interessieren Anlegestellen neben Krankenhäusern.']);
    expect(calls.inputsOf('synthesizeReport')[0]?.clarificationSummary?.refinedIntent).toContain('Krankenhäusern');
    expect(calls.inputsOf('planResearch')[0]?.places?.[0]).toBe(
      'Verordnung über Lärm im Hafen (HafenLärmV) > § 2 Grenzwerte',
    );
    expect(record.clarity).toMatchObject({ coverage: 1, knowledgeGaps: [] });
    expect(markdown).not.toMatch(/\b(?:the|and|of|Sources|Key findings)\b/);
  });
});

describe('clarification', () => {
  const FILES = {
    'boats.md': '# Boat rental rules\n\n## Deposit\n\nThe deposit for a rowing boat is twelve crowns.\n',
    'rooms.md': '# Guest house rules\n\n## Deposit\n\nThe deposit for a guest room is thirty crowns.\n',
    'books.md': '# Library rules\n\n## Deposit\n\nThe deposit for a borrowed atlas is four crowns.\n',
  };

  it.each([
    ['I want to rent a rowing boat.', 'twelve crowns', 'boats.md'],
    ['It is about a guest room for two nights.', 'thirty crowns', 'rooms.md'],
  ])('changes the answer: %s', async (reply, value, locator) => {
    const research = await researchOver(FILES);

    const { record } = await research.run('How high is the deposit?', { clarify: 'always' }, answering(reply));

    expect(record.report.summary[0]?.text).toContain(value);
    expect(record.report.citations[0]?.locator).toBe(locator);
    const clarified = record.findings.filter(({ origin }) => origin === 'clarification');
    const dropped = record.drift?.dropped.filter(({ origin }) => origin === 'clarification') ?? [];
    expect([...clarified, ...dropped].map(({ contextTier }) => contextTier)).not.toContain(1);
    expect([...clarified, ...dropped].map(({ contextTier }) => contextTier)).not.toContain(2);
  });
});

describe('planted tangents', () => {
  const FILES = {
    'ferry.md': `# Ferry rules

## Section 1 Fares

The fare for crossing the river by ferry is three crowns for an adult.
Children pay the fare of Section 2. The captain wears the uniform of Section 7 and keeps the log of Section 8.
The history of the ferry is told in [the chronicle](chronicle.md).

## Section 2 Children

The fare for crossing the river by ferry is one crown for a child under ten years.

## Section 7 Uniform

The captain of the ferry wears a blue coat with nine silver buttons on the river.

## Section 8 Log

The log of the ferry is written in black ink and kept for eleven years by the river office.
`,
    'chronicle.md': `# Chronicle of the ferry

The first ferry on the river was built of oak in 1704 and sank after sixteen years.
`,
  };
  /** More that the search ranks before the tangents, so that these are only reached by reference. */
  const FURTHER = {
    'further-fares.md': `# Further fares of the ferry

## Carts

The fare for crossing the river by ferry with a cart is five crowns.

## Horses

The fare for crossing the river by ferry with a horse is four crowns.

## Night

The fare for crossing the river by ferry at night is double for an adult and for a child.

## Winter

In winter the fare for crossing the river by ferry is the same for an adult and for a child.
`,
  };

  const QUESTION = 'What is the fare for crossing the river by ferry for an adult and for a child?';
  const TANGENTS = /buttons|black ink|oak/;
  const answerOf = ({ report: { summary, keyFindings, sections } }: ResearchRecord): string =>
    JSON.stringify([summary, keyFindings, sections]);

  it('are not followed, and irrelevant findings do not reach the report', async () => {
    const research = await researchOver({ ...FILES, ...FURTHER });

    const { record, calls } = await research.run(QUESTION);

    const { references } = record.report.telemetry;
    expect(references.refused.length).toBeGreaterThanOrEqual(2);
    expect(references.refusedCount).toBe(references.refused.length);
    for (const { reason } of references.refused) expect(reason).not.toBe('');
    const followed = readingsOf(calls).filter(({ origin }) => origin === 'reference');
    expect(followed).toHaveLength(references.followed);
    expect(answerOf(record)).toContain('three crowns');
    expect(answerOf(record)).toContain('one crown');
    expect(answerOf(record)).not.toMatch(TANGENTS);
  });
});
