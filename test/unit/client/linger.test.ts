import { describe, expect, it } from 'vitest';
import { describeLingering, lingerSecondsOf } from '../../../client/cli/context/reach.ts';
import { loadClientConfig } from '../../../client/configuration/config.ts';

const tty = { isTTY: true };
const terminal = { stdin: tty, stdout: tty, stderr: tty };
const pipes = { stdin: {}, stdout: {}, stderr: {} };

describe('how long server and worker stay after a command', () => {
  it.each([
    ['ten minutes on a terminal', {}, terminal, {}, 600],
    ['as the variable says on a terminal', { 'temporal.linger': '3' }, terminal, {}, 180],
    ['not at all where the variable says so', { 'temporal.linger': '0' }, terminal, {}, 0],
    ['as the option says, whatever the variable says', { 'temporal.linger': '3' }, terminal, { linger: 0 }, 0],
    ['as the option says, also without a terminal', { CI: '1' }, pipes, { linger: 2, json: true }, 120],
    ['unchanged without a terminal', { 'temporal.linger': '3' }, pipes, {}, undefined],
    ['unchanged when only progress is seen', {}, { ...terminal, stdout: {} }, {}, undefined],
    ['unchanged in CI', { CI: '1' }, terminal, {}, undefined],
    ['unchanged with --json', {}, terminal, { json: true }, undefined],
    ['unchanged with --quiet', {}, terminal, { quiet: true }, undefined],
  ])('is %s', (_, environment, streams, flags, expected) => {
    expect(lingerSecondsOf(loadClientConfig(environment, streams), flags)).toBe(expected);
  });

  it('is said in one line, with what ends it', () => {
    expect(describeLingering(600)).toBe(
      'Server and worker stay ready for 10 minutes (npx plumbline down ends them; --linger 0 prevents it).',
    );
    expect(describeLingering(60)).toContain('for 1 minute (');
  });

  it.each(['-1', '1441', '1.5', 'long'])('cannot be %s', (minutes) => {
    expect(() => loadClientConfig({ 'temporal.linger': minutes }, terminal)).toThrow(
      'temporal.linger: must be a whole number of minutes, 0 to 1440',
    );
  });
});
