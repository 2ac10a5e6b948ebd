import { afterEach, describe, expect, inject, it } from 'vitest';
import { DOCUMENT_KINDS } from '../fixtures/document-kinds/index.ts';
import { judgeAnswer } from '../support/document-case.ts';
import { createRealResearch, type RealResearch } from '../support/worlds/real-research.ts';

/**
 * The first case of each kind that a person would ask about; what needs OCR is asked elsewhere, and an entry without a verb
 * is found but not stated by rules. A report also lists other passages, so what answers must not say is asked of `ask`.
 */
const ASKED = DOCUMENT_KINDS.filter(({ kind }) => kind !== 'slides').flatMap(({ kind, cases }) =>
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

    const { answers = [] } = one;
    expect(judgeAnswer({ answers }, markdown.replaceAll('**', '')).faults).toEqual([]);
  });
});
