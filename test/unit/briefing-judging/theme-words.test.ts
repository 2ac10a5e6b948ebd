import { describe, expect, it } from 'vitest';
import { mentions, touchesMechanism } from '../../../activities/briefings/judging/theme-words.ts';
import { themeOf } from '../../support/builders/briefing-judging-fixtures.ts';

describe('a name', () => {
  it.each([
    ['separate websocket events', true],
    ['a WebSocket was closed', true],
    ['a socket of the web', true],
    ['a socket was closed', false],
  ])('like "WebSocket" is found in another spelling: "%s" (%s)', (text, isNamed) => {
    expect(mentions(text, 'WebSocket')).toBe(isNamed);
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
    expect(touchesMechanism(text, themeOf())).toBe(expected);
  });
});
