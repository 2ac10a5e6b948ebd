import { languageName } from '@plumbline/contracts/common/language-name';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { describe, expect, it } from 'vitest';
import { describeDiagnostic } from '../../wording/diagnostic-phrases.ts';

const EVERY_KIND: readonly [Diagnostic, string, string][] = [
  [
    { code: 'DRIFT', tier: 2, kept: 3, total: 8 },
    'Drift in context tier 2: 5 of 8 findings dropped',
    'Abschweifung in Kontextstufe 2: 5 von 8 Befunden verworfen',
  ],
  [{ code: 'LANGUAGE_MIXED', sentences: ['Oui.'] }, 'not in English: “Oui.”', 'nicht auf Deutsch: „Oui.“'],
  [
    { code: 'EVIDENCE_LANGUAGE', languages: ['fr', 'it'] },
    'are in French and Italian, the question is in English',
    'sind auf Französisch und Italienisch, die Frage ist auf Deutsch',
  ],
  [
    { code: 'QUESTION_LANGUAGE', language: 'zh' },
    'The question is in Chinese. Without a language model Plumbline knows the words of German and English only: its own words are in English, and passages are shown in the language of the documents. Set up a model (`OPENAI_API_KEY` or `OPENAI_BASE_URL`, with `PLUMBLINE_MODEL`) or ask in German or English.',
    'Die Frage ist auf Chinesisch, aber die Regeln, die ohne Sprachmodell arbeiten, kennen nur Deutsch und Englisch',
  ],
  [
    { code: 'SUBJECT_NOT_COVERED', words: ['Hamburg', 'whale'], unknown: ['whale'] },
    '“whale” is in no document. No passage found has “Hamburg”.',
    '„whale“ steht in keinem Dokument. Keine gefundene Textstelle enthält „Hamburg“.',
  ],
  [
    { code: 'SUBJECT_NOT_COVERED', words: ['whale'], unknown: ['whale'], works: ['Moby Dick'], inPart: true },
    'None of the documents read is “Moby Dick”. “whale” is in none of the documents read.',
    'Kein gelesenes Dokument ist „Moby Dick“. „whale“ steht in keinem gelesenen Dokument.',
  ],
  [
    {
      code: 'READ_IN_PART',
      files: 3,
      skippedCount: 1,
      skippedFiles: [{ locator: 'rates.csv', reason: 'unsupported file type' }],
      gaps: [createGap('provider-failed', { subject: 'searxng', cause: 'it answered 500.' })],
      gapCount: 3,
      usesWeb: true,
    },
    'Read completely: 2 of 3 files. Not read, or only in part: `rates.csv` (unsupported file type). Of the web, only pages that the searches found were read. searxng could not be searched: it answered 500. 2 more searches or pages failed.',
    'Vollständig gelesen: 2 von 3 Dateien. Nicht oder nur zum Teil gelesen: `rates.csv` (Dateityp nicht lesbar). Aus dem Web wurden nur Seiten gelesen, die die Suchen fanden. searxng konnte nicht durchsucht werden: it answered 500. 2 weitere Suchen oder Seiten schlugen fehl.',
  ],
  [
    { code: 'QUALITY_LOW', queryAdherence: 40, citationSupport: 90 },
    'query adherence 40 %, citation support 90 %',
    'Bezug zur Frage 40 %, Beleg durch die Fundstellen 90 %',
  ],
  [
    { code: 'MESSAGE_REJECTED', message: 'approvePlan', reason: 'no plan waits' },
    '`approvePlan` was refused: `no plan waits`',
    '`approvePlan` wurde abgelehnt: `no plan waits`',
  ],
  [{ code: 'DOCUMENT_CHANGED', locator: 'a.md' }, '`a.md` changed during the run', '`a.md` hat sich während'],
  [{ code: 'DOCUMENT_MISSING', locator: 'a.md' }, '`a.md` left the index', '`a.md` ist während'],
  [
    { code: 'DOCUMENT_MISSING', locator: 'a.md', reason: 'broken link' },
    '`a.md` could no longer be read when the report was written (`broken link`)',
    '`a.md` war nicht mehr lesbar, als der Bericht geschrieben wurde (`broken link`)',
  ],
  [
    { code: 'FOLDER_MISSING', folder: 'norms', reason: 'it is empty' },
    'The folder `norms` was no longer visible',
    'Der Ordner `norms` war für den Worker',
  ],
];

describe('describeDiagnostic', () => {
  it.each(EVERY_KIND)('says $code in English and in German', (diagnostic, english, german) => {
    expect(describeDiagnostic(diagnostic, 'en')).toContain(english);
    expect(describeDiagnostic(diagnostic, 'de')).toContain(german);
  });

  it('says what to configure, or in which language to ask, when the evidence is in another language', () => {
    const text = describeDiagnostic({ code: 'EVIDENCE_LANGUAGE', languages: ['de'] }, 'en');

    expect(text).toContain(
      'Configure a model (`OPENAI_API_KEY` or `OPENAI_BASE_URL`, and `PLUMBLINE_MODEL`), or ask in German.',
    );
  });

  it('says of passages in which language they are', () => {
    const text = describeDiagnostic({ code: 'EVIDENCE_LANGUAGE', languages: ['de'], shown: true }, 'en');

    expect(text).toContain('are in German, the question is in English');
    expect(text).toContain('shown below unchanged');
    expect(text).toContain('`PLUMBLINE_MODEL`');
    expect(text).not.toContain('found nothing');
  });

  it('uses English when it has no phrases for the language of the question', () => {
    expect(describeDiagnostic({ code: 'LANGUAGE_MIXED', sentences: ['Yes.'] }, 'fr')).toContain('not in French');
  });
});

describe('languageName', () => {
  it('leaves an invalid language code unchanged', () => {
    expect(languageName('de', 'de')).toBe('Deutsch');
    expect(languageName('not a code', 'en')).toBe('not a code');
    expect(languageName('', 'en')).toBe('');
  });
});
