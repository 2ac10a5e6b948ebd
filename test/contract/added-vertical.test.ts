import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createExtractFilters } from '../../activities/entries/answers/extract-filters.ts';
import { createSearchCatalogue } from '../../activities/entries/answers/search-catalogue.ts';
import { createOfflineReasoner } from '../../activities/model/engine/offline-reasoner.ts';
import { createFileBlobStore } from '../../activities/platform/storage/file-blob-store.ts';
import { UNLIMITED } from '../../workflows/contracts/common/metering.ts';
import { createCatalogueFolder, createTestCatalogues, TODAY } from '../support/builders/catalogue-fixtures.ts';

const COURSE = `
name: course
labels: { en: Courses, de: Kurse }
words: { en: [course, courses, class], de: [kurs, kurse] }
fields:
  - { name: title, type: text, labels: { en: Title, de: Titel } }
  - { name: subject, type: text, labels: { en: Subject, de: Fach }, aliases: [fach] }
  - { name: fee, type: money, currency: EUR, labels: { en: Fee, de: Gebühr }, aliases: [gebühr] }
  - { name: start, type: date, labels: { en: Start, de: Beginn }, aliases: [beginn] }
filters:
  - { name: subject, type: choice, labels: { en: Subject, de: Fach }, field: subject }
  - { name: maxFee, type: money, labels: { en: Fee at most, de: Gebühr höchstens }, field: fee, comparison: atMost }
  - { name: from, type: date, labels: { en: Starts from, de: Beginnt ab }, field: start, comparison: from }
defaults: { from: { days: 0 } }
comparable: [fee, start]
card: { title: title, subtitle: [subject], fields: [fee, start] }
summary: { en: ['{subject}', 'from {from}', 'up to {maxFee}'] }
`;
const FILES = {
  'verticals/course.yaml': COURSE,
  'course.csv': `Title;Fach;Gebühr;Beginn
Throwing Pots;Pottery;120 €;2026-02-01
Old Pots;Pottery;80 €;2025-02-01
Fine Pots;Pottery;250 €;2026-03-01
First Chords;Guitar;90 €;2026-02-10
`,
};
const signal = new AbortController().signal;

describe('a fifth vertical, added by one file of data', () => {
  it('is recognised, filtered, and shown', async () => {
    const folder = await createCatalogueFolder(FILES);
    const home = await mkdtemp(join(tmpdir(), 'plumbline-vertical-'));
    const catalogues = createTestCatalogues();
    const { value } = await createExtractFilters({ reasoner: createOfflineReasoner(), catalogues })(
      {
        rewrittenPrompt: 'Which pottery courses are there under 200 euros?',
        language: 'en',
        catalogues: [folder.path],
        sessionFilters: {},
        lastVertical: null,
        engine: 'configured',
        today: TODAY,
        metering: UNLIMITED,
        approvedTasks: [],
      },
      signal,
    );

    const found = await createSearchCatalogue({ catalogues, blobs: createFileBlobStore(home) })(
      {
        catalogues: [folder.path],
        vertical: value.vertical,
        question: 'pottery courses',
        query: 'pottery courses',
        filters: value.merged,
        preference: value.preference,
        language: 'en',
        topK: 5,
        today: TODAY,
      },
      signal,
    );
    await folder.dispose();
    await rm(home, { recursive: true, force: true });

    expect(value).toEqual({
      vertical: 'course',
      extracted: { subject: 'Pottery', maxFee: 200 },
      merged: { subject: 'Pottery', maxFee: 200 },
      preference: '',
    });
    expect(found.items.map(({ card }) => card)).toMatchObject([
      {
        vertical: 'course',
        title: 'Throwing Pots',
        subtitle: 'Pottery',
        fields: [{ value: '€120' }, { value: 'Feb 1, 2026' }],
      },
    ]);
    expect(found.filterSummary).toBe('Pottery, from 2026-01-02, up to €200');
    expect(found.comparable).toEqual(['Fee', 'Start']);
  });

  it('that cannot be used is left out with the reason, and the others stay', async () => {
    const folder = await createCatalogueFolder({
      ...FILES,
      'verticals/course.yaml': COURSE.replace('field: fee,', 'field: price,'),
      'hotel.csv': 'name\nHarbour Inn\n',
    });

    const { tables, notes } = await createTestCatalogues().open([folder.path], signal);
    await folder.dispose();

    expect(tables.map(({ definition }) => definition.name)).toEqual(['hotel']);
    expect(notes).toEqual([
      expect.stringMatching(/^course\.yaml cannot be used: filters\[1\]\.field: "price" is no field/),
    ]);
  });
});
