import { z } from 'zod';
import { isPinned, isSetting } from './deployment-rules.ts';

const labelsSchema = z.record(z.string(), z.string());
const probeSchema = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });

const containerSchema = z.object({
  image: z.string(),
  env: z.array(z.object({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  startupProbe: probeSchema,
  livenessProbe: probeSchema,
  readinessProbe: probeSchema,
  resources: z.object({ requests: z.object({}), limits: z.object({}) }),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
});

const deploymentSchema = z.object({
  spec: z.object({
    selector: z.object({ matchLabels: labelsSchema }),
    template: z.object({
      metadata: z.object({ labels: labelsSchema }),
      spec: z.object({
        automountServiceAccountToken: z.literal(false),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        volumes: z.array(z.object({ name: z.string() })),
        containers: z.array(containerSchema).length(1),
      }),
    }),
  }),
});

const resourceSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({ name: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/u) }),
});

type Resource = z.infer<typeof resourceSchema>;
type Deployment = z.infer<typeof deploymentSchema>['spec'];

/** What is wrong with what the chart renders; what has another form than a cluster needs is an exception. */
export function findChartFaults(documents: readonly unknown[], known: ReadonlySet<string>): string[] {
  const resources = documents.map((document) => resourceSchema.parse(document));
  const ids = resources.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  const deployments = resources.filter(({ kind }) => kind === 'Deployment');
  const specs = deployments.map((resource) => deploymentSchema.parse(resource).spec);
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is there twice`),
    ...specs.flatMap((spec, index) =>
      faultsOfDeployment(spec, known).map((fault) => `${deployments[index]?.metadata.name}: ${fault}`),
    ),
    ...resources.flatMap((resource) => faultsOfReference(resource, ids, specs)),
  ];
}

function faultsOfDeployment(
  { selector, template: { metadata, spec } }: Deployment,
  known: ReadonlySet<string>,
): string[] {
  const volumes = spec.volumes.map(({ name }) => name);
  return spec.containers.flatMap((container) => {
    const { image, env, ports, volumeMounts, startupProbe, livenessProbe, readinessProbe } = container;
    const probed = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.port);
    const variables = env.map(({ name }) => name);
    const mounted = volumeMounts.map(({ name }) => name);
    return [
      ...(selects(selector.matchLabels, metadata.labels) ? [] : ['its selector does not select its pods']),
      ...(isPinned(image) ? [] : [`the image ${image} is not pinned`]),
      ...variables.filter((name) => !isSetting(name, known)).map((name) => `${name} is no setting`),
      ...variables.filter((name, index) => variables.indexOf(name) !== index).map((name) => `${name} is set twice`),
      ...probed.filter((port) => !ports.some(({ name }) => name === port)).map((port) => `no port ${port}`),
      ...mounted.filter((name) => !volumes.includes(name)).map((name) => `no volume ${name}`),
      ...volumes.filter((name) => !mounted.includes(name)).map((name) => `the volume ${name} is not mounted`),
    ];
  });
}

/** Services, budgets and scalers name deployments and pods that are there. */
function faultsOfReference(resource: Resource, ids: readonly string[], deployments: readonly Deployment[]): string[] {
  const { selector, scaleTargetRef } = z
    .object({
      selector: z
        .union([z.object({ matchLabels: labelsSchema }).transform(({ matchLabels }) => matchLabels), labelsSchema])
        .optional(),
      scaleTargetRef: z.object({ name: z.string() }).optional(),
    })
    .parse(resource['spec'] ?? {});
  const chosen = deployments.filter(({ template }) => selects(selector ?? {}, template.metadata.labels));
  return [
    ...(selector !== undefined && chosen.length !== 1 ? [`selects ${chosen.length} deployments`] : []),
    ...(scaleTargetRef !== undefined && !ids.includes(`Deployment ${scaleTargetRef.name}`)
      ? [`scales ${scaleTargetRef.name}, which is not there`]
      : []),
  ].map((fault) => `${resource.kind} ${resource.metadata.name} ${fault}`);
}

function selects(selector: Readonly<Record<string, string>>, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value);
}
