import { describe, expect, it } from 'vitest';
import { DOCUMENT_KINDS } from '../../fixtures/document-kinds/index.ts';
import { judgeDocument } from '../../support/document-case.ts';

describe.each(DOCUMENT_KINDS)('reading $kind', ({ cases }) => {
  it.each(cases)('$name', async (one) => {
    expect((await judgeDocument(one)).faults).toEqual([]);
  });
});
