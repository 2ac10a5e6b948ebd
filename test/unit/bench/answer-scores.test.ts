import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { describe, expect, it } from 'vitest';
import { ANSWER, BESIDE_THE_POINT, measure, questionOf, recordOf, ruleFinding } from './measured-report.ts';

const answering = ruleFinding('t1f1', ANSWER);
const beside = ruleFinding('t1f2', BESIDE_THE_POINT);
const good = recordOf([answering]);

describe('phraseQuoted', () => {
  it('counts a quotation over the whole phrase', async () => {
    expect((await measure(good)).phrases).toEqual({ count: 1, n: 1 });
  });

  it('counts a quotation over half of the phrase, but not over less', async () => {
    const half = recordOf([ruleFinding('t1f1', 'A boat may stay at the quay for nine hours wit')]);
    const less = recordOf([ruleFinding('t1f1', 'A boat may stay at the quay for nine')]);

    expect((await measure(half)).phrases.count).toBe(1);
    expect((await measure(less)).phrases.count).toBe(0);
  });

  it('does not count words that are not in the file', async () => {
    const [citation] = good.report.citations;
    if (citation === undefined) throw new Error('no citation');
    const changed = { ...citation, quote: { ...citation.quote, text: ANSWER.replace('nine', 'ten') } };

    expect((await measure(recordOf([answering], { citations: [changed] }))).phrases.count).toBe(0);
  });

  it('does not count another file, nor a finding that is not cited', async () => {
    const elsewhere = recordOf([{ ...answering, locator: 'other.md' }]);
    const uncited = recordOf([answering], { citations: [] });

    expect((await measure(elsewhere)).phrases.count).toBe(0);
    expect((await measure(uncited)).phrases.count).toBe(0);
  });
});

describe('mustContain', () => {
  it('passes for an answer with all entries, and fails for one without an entry', async () => {
    const question = questionOf({ mustContain: ['9 hours|nine hours', 'the lamp'] });

    expect(await measure(good)).toMatchObject({ mustContain: true, firstSentenceAnswers: true });
    expect(await measure(good, { question })).toMatchObject({ mustContain: false, entries: { count: 1, n: 2 } });
  });

  it('distinguishes an entry in the details from one in the direct answer', async () => {
    const record = recordOf([beside, answering]);

    expect(await measure(record)).toMatchObject({ mustContain: true, firstSentenceAnswers: false });
  });

  it('does not count an entry in a gap that the report names', async () => {
    const record = recordOf([beside], {
      remainingGaps: ['nine hours'],
      limitations: [{ text: 'nine hours', citations: [] }],
    });

    expect((await measure(record)).mustContain).toBe(false);
  });

  it('is null when nothing is demanded', async () => {
    expect(await measure(good, { question: questionOf({ mustContain: [] }) })).toMatchObject({
      mustContain: null,
      firstSentenceAnswers: null,
    });
  });
});

describe('a question without an answer', () => {
  const question = questionOf({ unanswerable: true, expect: [], mustContain: [] });
  const refusal = '# How long?\n\nThe documents do not answer this question.\n\nSearched: 1 file.';

  it('is recognised by a report that says so first and states nothing', async () => {
    expect(await measure(recordOf([]), { question }, refusal)).toMatchObject({
      unanswerableRecognised: true,
      answerableRefused: null,
    });
  });

  it('is recognised by a report that only shows passages as near', async () => {
    const near = recordOf([], {
      keyFindings: [{ text: ANSWER, citations: [] }],
      diagnostics: [{ code: 'SUBJECT_NOT_COVERED', words: ['boat'], unknown: [] }],
    });

    expect((await measure(near, { question }, refusal)).unanswerableRecognised).toBe(true);
  });

  it('is not recognised by a report that states something, or does not say it first', async () => {
    const stating = recordOf([], { keyFindings: [{ text: ANSWER, citations: [] }] });

    expect((await measure(good, { question }, refusal)).unanswerableRecognised).toBe(false);
    expect((await measure(stating, { question }, refusal)).unanswerableRecognised).toBe(false);
    expect((await measure(recordOf([]), { question }, '# How long?\n\nHere it is.')).unanswerableRecognised).toBe(
      false,
    );
  });
});

describe('an answerable question', () => {
  it('counts as refused when there is no direct answer', async () => {
    expect((await measure(good)).answerableRefused).toBe(false);
    expect((await measure(recordOf([]))).answerableRefused).toBe(true);
  });
});

describe('a run without a report', () => {
  it('counts against every figure about the answer', async () => {
    expect(await measure(null)).toMatchObject({
      phrases: { count: 0, n: 1 },
      mustContain: false,
      firstSentenceAnswers: false,
      traceable: { count: 0, n: 0 },
      failure: 'the run failed',
    });
    const question = questionOf({ unanswerable: true, expect: [], mustContain: [] });
    expect((await measure(null, { question })).unanswerableRecognised).toBe(false);
  });
});

describe('asking back', () => {
  it('is expected for ambiguous questions and needless for others', async () => {
    const question = questionOf({ ambiguous: true, clarification: 'A rowing boat.' });

    expect(await measure(good, { question })).toMatchObject({ ambiguousAsked: false, needlesslyAsked: null });
    expect(await measure(good, { question, askedBack: ['Which?'] })).toMatchObject({ ambiguousAsked: true });
    expect(await measure(good, { askedBack: ['Which?'] })).toMatchObject({
      ambiguousAsked: null,
      needlesslyAsked: true,
    });
  });
});

describe('clarificationUsed', () => {
  const question = questionOf({ ambiguous: true, clarification: 'I row a dinghy.' });
  const clarified = { question, isClarified: true, askedBack: ['Which boat?'] };
  const summary = {
    refinedIntent: '',
    scope: '',
    keyClarifications: [],
    relevantPassages: [],
    remainingGaps: [],
  };

  it('finds a word of the clarification in a task', async () => {
    const plan = { tasks: [{ taskId: 't1', text: 'How long may dinghies stay?', rationale: '' }] };

    expect((await measure(recordOf([beside], {}, { plan }), clarified)).clarificationUsed).toBe(true);
  });

  it('accepts a summary and an answer from an expected passage', async () => {
    expect(
      (await measure(recordOf([answering], {}, { clarificationSummary: summary }), clarified)).clarificationUsed,
    ).toBe(true);
  });

  it('is false when neither the tasks nor the evidence show it', async () => {
    expect(
      (await measure(recordOf([beside], {}, { clarificationSummary: summary }), clarified)).clarificationUsed,
    ).toBe(false);
    expect((await measure(good, clarified)).clarificationUsed).toBe(false);
  });

  it('does not apply to runs that were not clarified', async () => {
    expect((await measure(good, { question })).clarificationUsed).toBeNull();
  });
});

describe('the language of the evidence', () => {
  const said = recordOf([], { diagnostics: [{ code: 'EVIDENCE_LANGUAGE', languages: ['de'] }] });
  const advice = '# How long?\n\nNot found. Set PLUMBLINE_MODEL.';

  it('is reported when the diagnostic is present and the report names what to configure', async () => {
    const evidenceLanguageSaid = async (record: ResearchRecord, markdown: string) =>
      (await measure(record, { isCrossLanguage: true }, markdown)).evidenceLanguageSaid;

    expect(await evidenceLanguageSaid(said, advice)).toBe(true);
    expect(await evidenceLanguageSaid(said, '# How long?\n\nNot found.')).toBe(false);
    expect(await evidenceLanguageSaid(recordOf([]), advice)).toBe(false);
    expect((await measure(said, {}, advice)).evidenceLanguageSaid).toBeNull();
  });
});
