import { problemOfLanguages } from '@plumbline/documents/scans';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '../../../../test/fixtures/document-kinds/index.ts';
import { judgeDocument } from '../../../../test/support/document-case.ts';

describe.each(DOCUMENT_KINDS)('reading $kind', ({ cases }) => {
  it.for(cases)('$name', async (one, { skip }) => {
    const missing = one.ocr === undefined ? null : problemOfLanguages(one.ocr);
    skip(missing !== null, missing ?? '');
    expect((await judgeDocument(one)).faults).toEqual([]);
  });
});
