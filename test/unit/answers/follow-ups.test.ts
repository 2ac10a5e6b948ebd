import { describe, expect, it } from 'vitest';
import { type FollowUpFacts, suggestFollowUps } from '../../../workflows/domain/answers/follow-ups.ts';

const HOTELS: FollowUpFacts = {
  intent: 'find',
  language: 'en',
  message: 'hotels in Boston',
  filterSummary: 'Boston, check-in 2025-03-01, 2 guests',
  names: ['Harbour Inn', 'Sea View', 'Old Mill'],
};

describe('follow-ups', () => {
  it('come from items and filters', () => {
    expect(suggestFollowUps(HOTELS)).toEqual([
      'Compare Harbour Inn and Sea View',
      'Tell me more about Harbour Inn',
      'What else is there: Boston, check-in 2025-03-01, 2 guests?',
    ]);
  });

  it('do not suggest what was just asked', () => {
    expect(suggestFollowUps({ ...HOTELS, intent: 'compare' }).join()).not.toContain('Compare');
  });

  it('never repeat the message that was answered', () => {
    const message = 'tell me more about Harbour Inn';

    expect(suggestFollowUps({ ...HOTELS, message, names: ['Harbour Inn'], filterSummary: '' })).toEqual([]);
  });

  it('name no item by a title that is too long to be repeated', () => {
    const names = ['A'.repeat(81), 'Sea View'];

    expect(suggestFollowUps({ ...HOTELS, filterSummary: '', names })).toEqual(['Tell me more about Sea View']);
  });

  it('are at most three, and none where there is nothing to name', () => {
    expect(suggestFollowUps(HOTELS).length).toBeLessThanOrEqual(3);
    expect(suggestFollowUps({ ...HOTELS, filterSummary: '', names: [] })).toEqual([]);
  });
});
