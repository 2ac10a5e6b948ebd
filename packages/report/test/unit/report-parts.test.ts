import type { Claim } from '@plumbline/contracts/evidence/claim';
import { createGap } from '@plumbline/contracts/research/gap-phrases';
import { renderReport } from '@plumbline/report/rendering';
import { describe, expect, it } from 'vitest';
import {
  anchorOf,
  draftOf,
  findingOf,
  reportContentOf,
  telemetryOf,
} from '../../../../test/support/builders/research-fixtures.ts';

const NINE = 'The harbour lamp burns for nine hours on one filling.';
const SEVEN = 'The harbour lamp burns for seven hours on one filling.';

const findings = [
  findingOf('t1f1', NINE, {
    title: 'Lamp rules',
    locator: 'rules/lamp.md',
    headingPath: ['Rules', '§ 3 Burning time'],
  }),
  findingOf('t1f2', SEVEN, { title: 'Log book', locator: 'log.md', sourceId: 's2' }),
];
const nine: Claim = { text: NINE, citations: ['t1f1q1'] };
const seven: Claim = { text: SEVEN, citations: ['t1f2q1'] };

function markdownOf(changes: Parameters<typeof reportContentOf>[0]): string {
  return renderReport(reportContentOf({ findings, ...changes })).markdown;
}

describe('the parts of a report', () => {
  it('say of what was read alone that there is no answer in it, and what was not read', () => {
    const skippedFiles = [{ locator: 'rates.csv', reason: 'unsupported file type' }];
    const diagnostics = [
      { code: 'SUBJECT_NOT_COVERED' as const, words: ['storms'], unknown: ['storms'], inPart: true },
      {
        code: 'READ_IN_PART' as const,
        files: 2,
        skippedCount: 1,
        skippedFiles,
        gaps: [],
        gapCount: 0,
        usesWeb: false,
      },
    ];
    const [, answer, why] = markdownOf({ draft: draftOf(), diagnostics, skippedFiles, filesSkipped: 1 }).split('\n\n');

    expect(answer).toBe(
      'Nothing was found for this question in what was read. “storms” is in none of the documents read.',
    );
    expect(why).toBe('Read completely: 1 of 2 files. Not read, or only in part: `rates.csv` (unsupported file type).');
  });

  it('say that nothing could be read, and why', () => {
    const gap = createGap('search-failed', { subject: 'lamp', cause: 'searxng: no engine answered' });
    const unread = { files: 0, skippedCount: 0, skippedFiles: [], gaps: [gap], gapCount: 1, usesWeb: true };
    const diagnostics = [{ code: 'READ_IN_PART' as const, ...unread, readNothing: true as const }];
    const [, answer, why] = markdownOf({ draft: draftOf(), diagnostics }).split('\n\n');

    expect(answer).toBe('Nothing could be read that might answer this question.');
    expect(why).toBe('The search "lamp" failed: searxng: no engine answered.');
  });

  it('name a file that was read in part as such', () => {
    const skippedFiles = [{ locator: 'plan.pdf', reason: 'page 2: no text', isPartial: true }];

    expect(markdownOf({ draft: draftOf({ summary: [nine] }), skippedFiles, filesSkipped: 1 })).toContain(
      '1 file was not read, or only in part: `plan.pdf` (page 2: no text).',
    );
  });

  it('run from the answer over overview, sections, conflicts and key findings to limits and open points', () => {
    const markdown = markdownOf({
      draft: draftOf({
        summary: [nine],
        overview: [nine, seven],
        sections: [{ heading: 'Burning time', claims: [nine] }],
        conflicts: [[nine, seven]],
        limitations: [{ text: 'Nothing is said about storms.', citations: [] }],
        keyFindings: [seven],
        remainingGaps: ['storms'],
      }),
    });

    expect(markdown.split('\n').filter((line) => line.startsWith('#'))).toEqual([
      '# How long does the harbour lamp burn?',
      '## Overview',
      '## Burning time',
      '## Conflicting claims',
      '## Key findings',
      '## Limitations',
      '## What could not be answered',
      '## Sources',
      '## About this report',
    ]);
    expect(markdown).toContain(`## Overview\n\n${NINE} [1] ${SEVEN} [2]\n`);
    expect(markdown).toContain('## Limitations\n\n- Nothing is said about storms.\n');
  });

  it('leave out empty parts', () => {
    const markdown = markdownOf({
      draft: draftOf({ summary: [nine], sections: [{ heading: 'Empty', claims: [] }] }),
    });

    expect(markdown).not.toMatch(/Overview|Empty|Conflicting|Limitations|Key findings/);
  });

  it('mark a conflict and show both sides with their sources', () => {
    const conflicts = [[nine, seven]];

    expect(markdownOf({ draft: draftOf({ summary: [nine], conflicts }) })).toContain(
      `**Conflict 1:** the sources disagree. Each claim is shown unchanged:

- Lamp rules, § 3: ${NINE} [1]
- Log book, Oil: ${SEVEN} [2]
`,
    );
    expect(markdownOf({ draft: draftOf({ conflicts }), citationStyle: 'document-page' })).toContain(
      `- ${NINE} [lamp.md, § 3]\n- ${SEVEN} [log.md, Oil]\n`,
    );
  });

  it('keep words in another language out of the prose, labelled with the name of their language', () => {
    const german = { text: 'Die Lampe brennt neun Stunden.', citations: ['t1f1q1'], quotedLanguage: 'de' };
    const markdown = markdownOf({ draft: draftOf({ overview: [nine, german, seven], keyFindings: [german] }) });

    expect(markdown).toContain(
      `${NINE} [1]\n\nOriginal wording (German) [1]:\n\n> Die Lampe brennt neun Stunden.\n\n${SEVEN} [2]\n`,
    );
    expect(markdown).toContain('- Original wording (German) [1]:\n\n  > Die Lampe brennt neun Stunden.\n');
    const inGerman = markdownOf({
      anchor: anchorOf({ language: 'de' }),
      draft: draftOf({ summary: [{ ...nine, quotedLanguage: 'en' }] }),
    });
    expect(inGerman).toContain(`Originalwortlaut (Englisch) [1]:\n\n> ${NINE}`);
  });
});

describe('the account of a report', () => {
  it('shows how hits were found and which providers failed; notes, which are English, stay in the record', () => {
    const retrieval = telemetryOf({
      counts: { issued: 9, found: 40, duplicates: 3, corrected: 1, rounds: 2, belowThreshold: 12, read: 7, failed: 2 },
      providerErrors: [{ provider: 'tavily', cause: 'the key is refused', count: 2 }],
      qualityNotes: ['t1: one hit only'],
    });

    expect(markdownOf({ retrieval })).toContain(`
- Retrieval: 40 hits found, 3 near-duplicates, 12 below the relevance threshold; 1 corrected query, 2 further rounds. Provider \`tavily\` failed (2×): \`the key is refused\`
`);
    expect(markdownOf({ retrieval })).not.toContain('one hit only');
    expect(markdownOf({ retrieval, anchor: anchorOf({ language: 'de' }) })).toContain(
      '- Suche: 40 Treffer gefunden, 3 Dubletten, 12 unter der Relevanzschwelle; 1 verbesserte Suchanfrage, 2 weitere Runden. Anbieter `tavily` ist ausgefallen (2×): `the key is refused`\n',
    );
  });

  it('says where it searched without a result: in files, on the web, or in both', () => {
    const providers = ['arxiv', 'crossref'] as const;

    expect(markdownOf({ providers })).toContain('Searched: 2 files and the web (arxiv, crossref) with 3 queries.');
    expect(markdownOf({ providers, filesIndexed: 0, anchor: anchorOf({ language: 'de' }) })).toContain(
      'Durchsucht: das Web (arxiv, crossref) mit 3 Suchanfragen.',
    );
  });

  it('says once what was not found', () => {
    const question = 'How high is the lamp?';
    const markdown = markdownOf({
      draft: draftOf({ remainingGaps: [`No passage answers: ${question}`] }),
      gaps: [question, 'Who lights it?'].map((subject) => createGap('nothing-found', { taskId: 't1', subject })),
    });

    expect(markdown).toContain(`- No passage answers: ${question}\n- Nothing relevant was found for: Who lights it?\n`);
    expect(markdown).not.toContain(`was found for: ${question}`);
  });

  it('counts the references that led somewhere', () => {
    const references = { resolved: 4, followed: 1, refused: [], refusedCount: 0, unresolved: [] };
    const markdown = markdownOf({ draft: draftOf({ summary: [nine] }), references });

    expect(markdown).toContain(' 0 further rounds. References in the passages read: 4 resolved, 1 followed.\n');
  });

  it('says right below "nothing found" that no rule supports the language of the question, and below an answer at the end', () => {
    const diagnostics = [{ code: 'QUESTION_LANGUAGE' as const, language: 'zh' }];
    const nothing = markdownOf({ diagnostics, anchor: anchorOf({ language: 'zh' }) });
    const answered = markdownOf({ diagnostics, draft: draftOf({ summary: [nine] }) });

    expect(nothing.split('\n')[4]).toMatch(/^The question is in Chinese\. .* or ask in German or English\.$/);
    expect(nothing.match(/The question is in Chinese/g)).toHaveLength(1);
    expect(answered).toContain('- `QUESTION_LANGUAGE`: The question is in Chinese');
  });

  it('says right below "nothing found" that the documents are in another language, and nowhere else', () => {
    const diagnostics = [{ code: 'EVIDENCE_LANGUAGE' as const, languages: ['de'] }];
    const markdown = markdownOf({ diagnostics });

    expect(markdown.split('\n').slice(2, 5)).toEqual([
      'Nothing was found in the documents for this question.',
      '',
      expect.stringContaining('The documents are in German, the question is in English.'),
    ]);
    expect(markdown.match(/The documents are in German/g)).toHaveLength(1);
  });

  it('shows the English words of failures as code in a German report, but not the value of a limit', () => {
    const failed = createGap('search-failed', { subject: 'Lampe', cause: 'socket hang up' });
    const reached = createGap('limit-reached', { subject: 'searches', cause: '80' });
    const markdown = markdownOf({ anchor: anchorOf({ language: 'de' }), gaps: [failed, reached] });

    expect(markdown).toContain('- Die Suche „Lampe“ ist fehlgeschlagen: `socket hang up`\n');
    expect(markdown).toContain('- Die Grenze von 80 Suchen wurde erreicht');
  });
});
