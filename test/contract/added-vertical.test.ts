import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { describe, expect, it } from 'vitest';
import { createSearchCatalogue } from '../../activities/entries/answers/search-catalogue.ts';
import { createUnderstandMessage } from '../../activities/entries/answers/understand-message.ts';
import { createCatalogueFolder, createTestCatalogues, TODAY } from '../support/builders/catalogue-fixtures.ts';
import { heardOf } from '../support/builders/conversation-fixtures.ts';

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
    const understand = createUnderstandMessage({ reasoner: createOfflineReasoner(), catalogues });
    const sources = { catalogues: [folder.path], hasDocuments: false, hasWeb: false };
    const heard = heardOf('Which pottery courses are there under 200 euros?', { sources });
    const { filters } = (await understand(heard, signal)).value;

    const found = await createSearchCatalogue({ catalogues, blobs: createFileBlobStore(home) })(
      {
        catalogues: [folder.path],
        vertical: filters.vertical,
        question: 'pottery courses',
        query: 'pottery courses',
        filters: filters.merged,
        preference: filters.preference,
        language: 'en',
        topK: 5,
        today: TODAY,
      },
      signal,
    );
    await folder.dispose();
    await rm(home, { recursive: true, force: true });

    expect(filters).toEqual({
      vertical: 'course',
      extracted: { subject: 'Pottery', maxFee: '<200' },
      merged: { subject: 'Pottery', maxFee: '<200' },
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
    expect(found.filterSummary).toBe('Pottery, from 2026-01-02, under €200');
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
