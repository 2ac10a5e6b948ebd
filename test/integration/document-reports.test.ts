import { afterEach, describe, expect, inject, it } from 'vitest';
import { DOCUMENT_KINDS } from '../fixtures/document-kinds/index.ts';
import type { DocumentCase } from '../support/document-case.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

/** The first case of each kind that a person would ask about; what needs OCR is asked elsewhere. */
const ASKED = DOCUMENT_KINDS.flatMap(({ kind, cases }) =>
  cases.flatMap((one) => (one.question !== undefined && one.ocr === undefined ? [{ kind, one }] : [])).slice(0, 1),
);

let research: RealResearch | undefined;

afterEach(async () => {
  await research?.dispose();
});

describe.each(ASKED)('a report without a model on $kind', ({ one }) => {
  it(`says what the document says: ${one.name}`, async () => {
    research = await createRealResearch(inject('temporalAddress'), { [one.file]: await one.bytes() });
    const { markdown } = await research.run(one.question ?? '');
    const said = wordsOf(markdown);

    expect((one.answers ?? []).filter((words) => !said.includes(words))).toEqual([]);
    expect(wronglySaid(one, said)).toEqual([]);
  });
});

function wronglySaid({ neverAnswers = [] }: DocumentCase, said: string): string[] {
  return neverAnswers.filter((words) => said.includes(words));
}

function wordsOf(markdown: string): string {
  return markdown.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1').replaceAll(/\s+/g, ' ');
}
