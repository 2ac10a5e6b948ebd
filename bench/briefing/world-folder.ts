import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dateOf, OUTLETS } from './world-places.ts';

const SETTINGS = `# The briefing of the synthetic world.
name: storage-watch
title: Battery storage
timezone: UTC
web:
  providers: [searxng]
# The world's search service is down for a whole day; nobody waits for it.
provider_outage_seconds: 0
`;

const THEMES = `# Written by the world, rewritten by each run.
updated_at: ${dateOf(1)}T05:00:00Z
themes:
  # The theme that reverses.
  - id: grid-fees
    title: Grid fees for battery storage
    status: ongoing
    conviction: 8
    first_seen: 2026-02-01
    tags: [storage, grid-fees]
    actors: [Grid Agency, Ministry of Energy]
    mechanism:
      - cause: [grid fee]
        effect: [battery storage]
    tomorrows_focus:
      - Grid Agency decision on the grid fee for battery storage
    watchpoints:
      - id: exemption-ends
        text: The Ministry of Energy ends the fee exemption for storage
        evidence: 1
        promote_at: 2
  - id: cell-imports
    title: Imports of battery cells
    status: ongoing
    conviction: 5
    first_seen: 2026-02-01
    tags: [cells, trade]
    actors: [Customs Office, Harbour Authority]
    mechanism:
      - cause: [import duty]
        effect: [cell price]
    tomorrows_focus:
      - Customs Office import duty on battery cells
  - id: sodium-cells
    title: Sodium-ion cells
    status: new
    conviction: 7
    first_seen: 2026-03-01
    tags: [cells, sodium]
    actors: [Nordcell]
    tomorrows_focus:
      - Nordcell sodium-ion plant and its output
`;

const METHODOLOGY = `# Methodology

1. Report what changed since the last output; repeat nothing as news.
2. A claim is confirmed by a source of tier 1 or 2 only.
3. Without two confirmed items, a theme of high conviction carries a caveat.
`;

const CONVICTION = `# Conviction

Conviction is a number from 1 to 10 that people set. It moves when confirmed items contradict a theme.
`;

const TAXONOMY = `# Taxonomy

## grid-fees: Grid fees for battery storage
- Tags: storage, grid-fees
- Actors: Grid Agency, Ministry of Energy

## cell-imports: Imports of battery cells
- Tags: cells, trade
- Actors: Customs Office, Harbour Authority

## sodium-cells: Sodium-ion cells
- Tags: cells, sodium
- Actors: Nordcell

## hydrogen-grid: Hydrogen grid
- Tags: hydrogen, grid
- Actors: Pipeline Office

## heat-storage: Heat storage
- Tags: heat, storage
- Actors: City Works
`;

const SOURCES = `# Sources

## Tier 1
- ${OUTLETS.agency} — Grid Agency

## Tier 2
- ${OUTLETS.courier} — Courier
- ${OUTLETS.herald} — Herald

## Tier 3
- ${OUTLETS.blog} — a blog
`;

/** Writes the briefing's folder as it is before the first day. */
export async function writeWorldFolder(folder: string): Promise<void> {
  const files = {
    'briefing.yml': SETTINGS,
    'state/active_themes.yml': THEMES,
    'state/continuity_last7d.md': '# The last seven days\n',
    'state/conviction_log.yml': 'entries: []\n',
    'METHODOLOGY.md': METHODOLOGY,
    'CONVICTION.md': CONVICTION,
    'TAXONOMY.md': TAXONOMY,
    'SOURCES.md': SOURCES,
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
