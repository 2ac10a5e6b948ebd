import { z } from 'zod';

const names = z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform((map) => Object.keys(map))]);

const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.string().optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      ports: z.array(z.string()).default([]),
      volumes: z.array(z.string()).default([]),
      secrets: z.array(z.string()).default([]),
      depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
      healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    }),
  ),
  volumes: names.default([]),
  secrets: names.default([]),
});

type Compose = z.infer<typeof composeSchema>;
type Service = Compose['services'][string];

/** A version, or a part of one that names a release for good. */
const PINNED = /:v?\d+\.\d+(?:\.\d+)?(?:-[a-z0-9.-]+)?(?:@sha256:[0-9a-f]{64})?$/u;

/** Variables of Temporal that apply to all of its programs, see docs/settings.md. */
const OF_TEMPORAL = ['TEMPORAL_NAMESPACE', 'TEMPORAL_API_KEY', 'TEMPORAL_TLS'];

/** @param known names of the settings, see {@link readSettingNames} */
export function isSetting(name: string, known: ReadonlySet<string>): boolean {
  const meant = name === 'TEMPORAL_CONFIG_FILE' ? name : name.replace(/_FILE$/u, '');
  return known.has(meant) || OF_TEMPORAL.includes(meant);
}

/** @param reference text of docs/settings.md */
export function readSettingNames(reference: string): Set<string> {
  return new Set([...reference.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gmu)].map(([, name = '']) => name));
}

export function isPinned(image: string): boolean {
  return PINNED.test(image);
}

/** @param own the product's image, whose variables must be settings */
export function findComposeFaults(document: unknown, known: ReadonlySet<string>, own = /^plumbline:/u): string[] {
  const compose = composeSchema.parse(document);
  const used = Object.values(compose.services);
  return [
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      faultsOfService(service, compose)
        .concat(own.test(service.image) ? faultsOfSettings(service, known) : [])
        .map((fault) => `${name}: ${fault}`),
    ),
    ...compose.volumes.filter(
      (name) => !used.some(({ volumes }) => volumes.some((each) => each.startsWith(`${name}:`))),
    ),
    ...compose.secrets.filter((name) => !used.some(({ secrets }) => secrets.includes(name))),
  ];
}

function faultsOfService(service: Service, { services, volumes, secrets }: Compose): string[] {
  const { image, ports, healthcheck } = service;
  return [
    ...(isPinned(image) ? [] : [`the image ${image} is not pinned`]),
    ...ports.filter((port) => !isLoopback(port)).map((port) => `the port ${port} is published beyond loopback`),
    ...namedVolumes(service)
      .filter((name) => !volumes.includes(name))
      .map((name) => `no volume ${name}`),
    ...service.secrets.filter((name) => !secrets.includes(name)).map((name) => `no secret ${name}`),
    ...secretsReadBy(service)
      .filter((name) => !service.secrets.includes(name))
      .map((name) => `is not given ${name}`),
    ...Object.entries(service.depends_on).flatMap(([name, { condition }]) => {
      if (services[name] === undefined) return [`no service ${name}`];
      const isUnknown = condition === 'service_healthy' && services[name].healthcheck === undefined;
      return isUnknown ? [`waits for the health of ${name}, which has no check`] : [];
    }),
    ...(ports.length > 0 && healthcheck === undefined ? ['has no health check'] : []),
  ];
}

function faultsOfSettings({ environment }: Service, known: ReadonlySet<string>): string[] {
  return Object.entries(environment).flatMap(([name, value]) => [
    ...(isSetting(name, known) ? [] : [`${name} is no setting`]),
    // A default that everybody knows protects nothing.
    ...(/(?:_KEY|_KEYS|_TOKEN|PASSWORD|_URL)$/u.test(name) && isWritten(String(value))
      ? [`${name} is written down`]
      : []),
  ]);
}

/** A secret, and not empty, a variable of the person who starts it, or an address without a password. */
function isWritten(value: string): boolean {
  return value !== '' && !/^\$\{\w+:[-?][^}]*\}$/u.test(value) && !/^https?:\/\/[^@]*$/u.test(value);
}

function isLoopback(port: string): boolean {
  return port.replace(/^\$\{\w+:-(?<usual>[^}]*)\}/u, '$<usual>').startsWith('127.0.0.1:');
}

function namedVolumes({ volumes }: Service): string[] {
  return volumes.map((volume) => volume.split(':')[0] ?? '').filter((name) => /^[\w-]+$/u.test(name));
}

function secretsReadBy({ environment, ...service }: Service): string[] {
  const read = `${Object.values(environment).join('\n')}\n${JSON.stringify(service)}`;
  return [...read.matchAll(/\/run\/secrets\/([\w-]+)/gu)].map(([, name = '']) => name);
}
