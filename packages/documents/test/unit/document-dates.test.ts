import { describe, expect, it } from 'vitest';
import { dateInPath } from '../../text/document-dates.ts';

describe('the date in a path', () => {
  it.each([
    ['posts/2016-07-23-alerts.md', '2016-07-23'],
    ['blog/2016/07/23/alerts/index.md', '2016-07-23'],
    ['https://example.test/2016/07/23/alerts', '2016-07-23'],
    ['2016_07_23.txt', '2016-07-23'],
    ['2015-01-02/2016-07-23.md', '2016-07-23'],
    ['2016-02-29.md', '2016-02-29'],
    ['2015-02-29.md', null],
    ['2016-13-01.md', null],
    ['2016-07/23-alerts.md', null],
    ['releases/v1.2016.07.231/notes.md', null],
    ['12016-07-23.md', null],
    ['rfc2119.md', null],
    ['2016-07.md', null],
  ])('of %s is %s', (path, day) => {
    expect(dateInPath(path)).toBe(day);
  });
});
