import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { generatePages } from '../../docs/pages.ts';
import { findChartFaults } from './chart-rules.ts';
import { findComposeFaults, isSetting, readSettingNames } from './deployment-rules.ts';
import { findMissing, type Image, readCopied } from './image-rules.ts';
import type { SourceFile } from './import-rules.ts';
import { readPackages } from './packages.ts';
import { readSources } from './source-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CHART = 'deploy/helm/plumbline';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const parseFile = (path: string): unknown => parse(read(path), { merge: true });

const known = readSettingNames(generatePages()['settings.md'] ?? '');
const { version, dependencies, optionalDependencies } = z
  .object({
    version: z.string(),
    dependencies: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(read('package.json')));

const ofWorkspaces = readPackages().flatMap((each) => each.dependencies);

describe('the image', () => {
  const sources: readonly SourceFile[] = [
    ...readSources(/\.(?:tsx?|js)$/u),
    { path: 'packages/page/browser/tsconfig.json', text: read('packages/page/browser/tsconfig.json') },
  ];
  const image: Image = {
    copied: readCopied(read('Dockerfile'), read('.dockerignore').split('\n')),
    packages: new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...ofWorkspaces]),
  };

  it('holds everything that its programs import', () => {
    expect(image.copied).toContain('workflows');
    expect(findMissing(image, sources)).toEqual([]);
  });

  it.each([
    ['a folder', 'payloads', /^\S+ -> payloads\//u],
    ['settings of the page', 'tsconfig.json', /^packages\/page\/browser\/tsconfig\.json -> tsconfig\.json$/u],
    ['an entry', 'client', /^client\/cli\/plumbline\.js$/u],
  ])('lacks %s that is not copied', (_, left, fault) => {
    const missing = findMissing({ ...image, copied: image.copied.filter((path) => path !== left) }, sources);

    expect(missing).toContainEqual(expect.stringMatching(fault));
  });

  it('lacks what is installed for development alone, and what .dockerignore holds back', () => {
    const planted = { path: 'workers/planted.ts', text: "import { fc } from 'fast-check';\n" };

    expect(findMissing(image, [planted], [planted.path])).toEqual(['workers/planted.ts -> fast-check']);
    expect(readCopied('COPY a b ./\nCOPY c ./c\n', ['c'])).toEqual(['a', 'b']);
  });
});

describe('the compose files', () => {
  it.each(['docker-compose.yml', 'deploy/compose.production.yml'])('%s holds together', (path) => {
    expect(known.size).toBeGreaterThan(30);
    expect(findComposeFaults(parseFile(path), known)).toEqual([]);
    expect(read(path)).toContain(`image: plumbline:${version}`);
  });

  it('leave nothing to choose that the example does not name', () => {
    const chosen = new Set(
      [...read('deploy/compose.production.yml').matchAll(/(?<!\$)\$\{(\w+)/gu)].map(([, name]) => name),
    );
    const named = [...read('deploy/.env.example').matchAll(/^(\w+)=/gmu)].map(([, name]) => name);

    expect(chosen).toEqual(new Set(named));
  });

  const sound = { image: 'plumbline:1.0.0', build: '.' };
  it.each([
    ['a floating image', { image: 'postgres:latest' }, 'the image postgres:latest is not pinned'],
    [
      'an open port',
      { ports: ['8787:8787'], healthcheck: { test: [] } },
      'the port 8787:8787 is published beyond loopback',
    ],
    ['an unknown volume', { volumes: ['store:/data'] }, 'no volume store'],
    ['a secret not given', { environment: { AWS_ACCESS_KEY_ID_FILE: '/run/secrets/key' } }, 'is not given key'],
    ['an unknown service', { depends_on: { database: { condition: 'service_started' } } }, 'no service database'],
    ['an unknown setting', { environment: { PLUMBLINE_HOUSE: '/data' } }, 'PLUMBLINE_HOUSE is no setting'],
    ['a password in it', { environment: { OPENAI_API_KEY: 'secret' } }, 'OPENAI_API_KEY is written down'],
  ])('are reported with %s', (_, planted, fault) => {
    expect(findComposeFaults({ services: { worker: { ...sound, ...planted } } }, known)).toEqual([`worker: ${fault}`]);
  });
});

describe('the files of deploy/', () => {
  it('are YAML', () => {
    const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.ya?ml$/u.test(name) && !name.includes('templates'))
      .sort();

    expect(files.length).toBeGreaterThanOrEqual(6);
    for (const name of files) {
      expect(parseAllDocuments(read(`deploy/${name}`), { merge: true }).flatMap((each) => each.errors)).toEqual([]);
    }
  });
});

describe('the chart', () => {
  const helm = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'helm'))
    .find(existsSync);
  const render = (...options: readonly string[]) => {
    const given = [
      'template',
      'research',
      CHART,
      '--kube-version',
      '1.31.0',
      ...options.flatMap((each) => ['--set', each]),
    ];
    const text = execFileSync(helm ?? 'helm', given, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return parseAllDocuments(text).map((document): unknown => document.toJS());
  };

  it('names the version and settings of the product', () => {
    const { settings, secrets, workers } = z
      .object({
        settings: z.record(z.string(), z.string()),
        secrets: z.object({ shared: z.array(z.string()), worker: z.array(z.string()), serve: z.array(z.string()) }),
        workers: z.record(z.string(), z.object({ settings: z.record(z.string(), z.string()) })),
      })
      .parse(parseFile(`${CHART}/values.yaml`));
    const templates = readdirSync(join(root, CHART, 'templates')).map((name) => read(`${CHART}/templates/${name}`));
    const written = templates.flatMap((text) =>
      [...text.matchAll(/name: ([A-Z][A-Z0-9_]+),/gu)].map(([, name = '']) => name),
    );
    const given = Object.keys(settings).concat(
      Object.values(workers).flatMap((worker) => Object.keys(worker.settings)),
    );
    const all = [...given, ...secrets.shared, ...secrets.worker, ...secrets.serve, ...written];

    expect(parseFile(`${CHART}/Chart.yaml`)).toMatchObject({ version, appVersion: version });
    expect(written).toContain('PLUMBLINE_TASK_QUEUE');
    expect(all.filter((name) => !isSetting(name, known))).toEqual([]);
  });

  it.skipIf(helm === undefined).each([
    { what: 'as it is', options: [], kinds: ['ConfigMap', 'Deployment', 'Service'] },
    {
      what: 'with all of its parts',
      options: [
        'autoscaling.enabled=true',
        'autoscaling.providers={web-arxiv}',
        'autoscaling.buildId=0123456789ab',
        'temporal.deployment=research',
        'temporal.profile.name=production,temporal.profile.secret=profile',
        'podDisruptionBudget.enabled=true',
        'networkPolicy.enabled=true',
        'documents.existingClaim=documents',
        'home.kind=claim',
      ],
      kinds: [
        'ConfigMap',
        'Deployment',
        'NetworkPolicy',
        'PersistentVolumeClaim',
        'PodDisruptionBudget',
        'ScaledObject',
        'Service',
      ],
    },
  ])('renders $what (needs helm on the PATH)', ({ options, kinds }) => {
    const resources = render(...options);

    expect(findChartFaults(resources, known)).toEqual([]);
    expect([...new Set(resources.map((each) => z.object({ kind: z.string() }).parse(each).kind))].sort()).toEqual(
      kinds,
    );
  });

  it.skipIf(helm === undefined).each([
    { option: 'settings.PLUMBLINE_HOUSE=/data', fault: 'PLUMBLINE_HOUSE is no setting' },
    { option: 'settings.WORKER_QUEUES=web', fault: 'WORKER_QUEUES is set twice' },
    { option: 'image.tag=main', fault: 'the image registry.example/plumbline:main is not pinned' },
  ])('is reported with $option (needs helm on the PATH)', ({ option, fault }) => {
    expect(findChartFaults(render(option), known)).toContain(`research-worker-main: ${fault}`);
  });

  it
    .skipIf(helm === undefined)
    .each(['home.kind=shared', 'workers.main.queues={other}', 'image.tag=latest', 'setings.A=b'])(
    'refuses %s (needs helm on the PATH)',
    (option) => {
      expect(() => render(option)).toThrow(/values don't meet the specifications/u);
    },
  );
});
