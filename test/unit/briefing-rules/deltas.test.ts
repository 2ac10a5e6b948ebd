import { describe, expect, it } from 'vitest';
import { deltaOf } from '../../../workflows/domain/briefing/deltas.ts';
import { claimOf, themeOf } from './samples.ts';

describe('deltaOf', () => {
  const theme = themeOf('storage');
  const claim = claimOf('c');
  const kept = claimOf('c', { mark: 'kept' });

  it.each([
    ['a theme that the state calls new is new', themeOf('storage', { status: 'new' }), [claim], false, 'new'],
    ['a theme that the state calls ongoing is not, also without a previous output', theme, [claim], false, 'changed'],
    [
      'a confirmed claim contradicted by a confirmed item reverses it',
      theme,
      [claimOf('c', { mark: 'contradicted' }), claimOf('d')],
      false,
      'reversed',
    ],
    [
      'a reported claim contradicted does not',
      theme,
      [claimOf('c', { mark: 'contradicted', status: 'reported' })],
      false,
      'changed',
    ],
    ['a withdrawn claim changes it', theme, [claimOf('c', { mark: 'withdrawn' })], false, 'changed'],
    [
      'a reported claim that was confirmed changes it',
      theme,
      [claimOf('was-reported', { mark: 'strengthened' })],
      false,
      'changed',
    ],
    [
      'a confirmed claim that another outlet says, too, does not',
      theme,
      [claimOf('c', { mark: 'strengthened' })],
      false,
      'ongoing',
    ],
    ['kept claims leave it ongoing', theme, [kept], false, 'ongoing'],
    ['a theme without claims is ongoing', theme, [], false, 'ongoing'],
    ['a stale theme is stale', theme, [kept], true, 'stale'],
    ['a stale theme gets no invented delta', theme, [kept, claimOf('d', { status: 'reported' })], true, 'stale'],
    ['claims of other themes do not count', theme, [claimOf('c', { themeId: 'tariffs' })], false, 'ongoing'],
  ])('%s', (_, ofTheme, claims, isStale, delta) => {
    const previousClaims = [claimOf('was-reported', { status: 'reported' }), claim];

    expect(deltaOf({ theme: ofTheme, claims, previousClaims, isStale, hasFresh: false })).toBe(delta);
  });

  it.each([
    [theme, 'changed'],
    [{ ...theme, status: 'new' as const }, 'new'],
  ])('what documents say anew changes a theme that is not new itself', (ofTheme, delta) => {
    expect(deltaOf({ theme: ofTheme, claims: [kept], previousClaims: [], isStale: true, hasFresh: true })).toBe(delta);
  });
});
