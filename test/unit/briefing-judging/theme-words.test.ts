import { describe, expect, it } from 'vitest';
import { concerns, mentions, subjectOf, touchesMechanism } from '../../../activities/briefings/judging/theme-words.ts';
import { queryOf, themeOf } from '../../support/builders/briefing-judging-fixtures.ts';

const subject = subjectOf(queryOf(), themeOf());

describe('a statement concerns a theme', () => {
  it.each([
    'The Norvik Energy Agency moved to a new office in 2025.',
    'The agency for energy in Norvik published a report.',
    'Subsidies for grid storage were cut by half.',
    'The Silverlake battery was connected to the network.',
  ])('that it names an actor or two words of: "%s"', (text) => {
    expect(concerns(text, 'News', subject)).toBe(true);
  });

  it.each([
    // One keyword, one word, words of any news.
    'The band Grid Storage released an album in May.',
    'The festival closed its storage for costumes.',
    'The council approved the budget this week.',
    'An agency in Calda was fined on Monday.',
  ])('not by a keyword alone: "%s"', (text) => {
    expect(concerns(text, 'News', subject)).toBe(false);
  });

  it.each([
    ['separate websocket events', true],
    ['a WebSocket was closed', true],
    ['a socket of the web', true],
    ['a socket was closed', false],
  ])('that names "WebSocket" in another spelling: "%s" (%s)', (text, isNamed) => {
    expect(mentions(text, 'WebSocket')).toBe(isNamed);
  });

  it('with one word of it on a page about an actor', () => {
    expect(concerns('The battery was connected on Monday.', 'Norvik Energy Agency on its plans', subject)).toBe(true);
    expect(concerns('The canteen was opened on Monday.', 'Norvik Energy Agency on its plans', subject)).toBe(false);
  });

  it('by the words of the query where there is none', () => {
    const query = queryOf({ themeId: null, taxonomyId: 'hydrogen', text: 'Calda Gas hydrogen pipeline last 24 hours' });
    const scan = subjectOf(query, undefined);

    expect(concerns('The hydrogen pipeline was completed.', 'News', scan)).toBe(true);
    expect(concerns('Trains were late for 24 hours.', 'News', scan)).toBe(false);
  });
});

describe('a statement touches a mechanism', () => {
  it.each([
    ['The subsidies for storage were cut.', true],
    ['A cut in the subsidy was announced.', true],
    ['Die Preise für Strom stiegen im März.', false],
    ['The power price rose to 90 euros.', true],
    ['The price of bread rose, and the city has power again since the storm.', false],
  ])('"%s": %s', (text, expected) => {
    expect(touchesMechanism(text, subject)).toBe(expected);
  });
});
