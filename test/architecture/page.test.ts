import { describe, expect, it } from 'vitest';
import { findPageFaults } from './page-rules.ts';
import { readSources } from './source-files.ts';

describe('the page', () => {
  it('writes no markup, imports only itself and types of contracts, and is imported by nobody', () => {
    const sources = readSources();

    expect(sources.filter(({ path }) => path.startsWith('client/page/')).length).toBeGreaterThan(20);
    expect(findPageFaults(sources)).toEqual([]);
  });

  it.each([
    ['client/page/planted.ts', 'place.innerHTML = question;', 'client/page/planted.ts: innerHTML'],
    [
      'client/page/planted.ts',
      "h('div', { dangerouslySetInnerHTML: x })",
      'client/page/planted.ts: dangerouslySetInnerHTML',
    ],
    ['client/page/planted.ts', 'document.write(title);', 'client/page/planted.ts: document.write'],
    [
      'client/page/planted.ts',
      "place.insertAdjacentHTML('beforeend', x)",
      'client/page/planted.ts: insertAdjacentHTML',
    ],
    ['client/page/planted.ts', 'new Function(text)()', 'client/page/planted.ts: Function'],
    ['client/page/planted.ts', "import { z } from 'zod';", 'client/page/planted.ts -> zod'],
    [
      'client/page/planted.ts',
      "import { MAX_TEXT_WINDOW } from '../../workflows/contracts/report/report-reading.ts';",
      'client/page/planted.ts -> ../../workflows/contracts/report/report-reading.ts',
    ],
    [
      'client/http/planted.ts',
      "import { routeOf } from '../page/models/route.ts';",
      'client/http/planted.ts -> client/page/models/route.ts',
    ],
  ])('is reported with a planted fault: %s, %s', (path, text, fault) => {
    expect(findPageFaults([{ path, text }])).toEqual([fault]);
  });

  it('may take types of contracts', () => {
    const text = "import type { ReportReading } from '../../workflows/contracts/report/report-reading.ts';";

    expect(findPageFaults([{ path: 'client/page/planted.ts', text }])).toEqual([]);
  });
});
