{{- define "plumbline.name" -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "plumbline.claim" -}}
{{- .Values.home.existingClaim | default (printf "%s-home" (include "plumbline.name" .)) -}}
{{- end }}

{{- define "plumbline.selector" -}}
app.kubernetes.io/name: plumbline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plumbline.labels" -}}
{{ include "plumbline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Variables of every process. Takes a dict: root, settings (of the role), secrets (names of settings). */}}
{{- define "plumbline.environment" -}}
{{- with .root.Values.temporal }}
{{- if .profile.secret }}
- { name: TEMPORAL_CONFIG_FILE, value: /etc/temporal-profile/temporal.toml }
- { name: TEMPORAL_PROFILE, value: {{ required "temporal.profile.name is needed with temporal.profile.secret" .profile.name | quote }} }
{{- else }}
- { name: TEMPORAL_ADDRESS, value: {{ required "temporal.address is needed" .address | quote }} }
- { name: TEMPORAL_NAMESPACE, value: {{ .namespace | quote }} }
{{- end }}
- { name: PLUMBLINE_CONFIG, value: /etc/plumbline/plumbline.yml }
- { name: PLUMBLINE_TASK_QUEUE, value: {{ .taskQueue | quote }} }
{{- end }}
{{- range $name, $value := merge (dict) .settings .root.Values.settings }}
- { name: {{ $name }}, value: {{ $value | toString | quote }} }
{{- end }}
{{- range .secrets }}
- { name: {{ . }}_FILE, value: /run/secrets/plumbline/{{ . }} }
{{- end }}
{{- end }}

{{- define "plumbline.mounts" -}}
- { name: home, mountPath: /var/lib/plumbline }
- { name: temporary, mountPath: /tmp }
- { name: config, mountPath: /etc/plumbline, readOnly: true }
{{- if .Values.documents.existingClaim }}
- { name: documents, mountPath: /documents, readOnly: true }
{{- end }}
- { name: secrets, mountPath: /run/secrets/plumbline, readOnly: true }
{{- if .Values.temporal.profile.secret }}
- { name: temporal-profile, mountPath: /etc/temporal-profile, readOnly: true }
{{- end }}
{{- end }}

{{/* What all pods have. Takes a dict: root, secrets, name (of its config file). */}}
{{- define "plumbline.pod" -}}
{{- $values := .root.Values -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- if eq $values.home.kind "claim" }}
affinity:
  podAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      - topologyKey: kubernetes.io/hostname
        labelSelector:
          matchLabels: { plumbline/home: {{ include "plumbline.claim" .root }} }
{{- end }}
volumes:
  - name: home
    {{- if eq $values.home.kind "claim" }}
    persistentVolumeClaim: { claimName: {{ include "plumbline.claim" .root }} }
    {{- else }}
    emptyDir: { sizeLimit: {{ $values.home.size }} }
    {{- end }}
  - name: temporary
    emptyDir: {}
  - name: config
    configMap: { name: {{ .name }} }
  {{- if $values.documents.existingClaim }}
  - name: documents
    persistentVolumeClaim: { claimName: {{ $values.documents.existingClaim }}, readOnly: true }
  {{- end }}
  - name: secrets
    secret:
      secretName: {{ $values.secrets.name }}
      defaultMode: 0440
      items:
        {{- range .secrets }}
        - { key: {{ . }}, path: {{ . }} }
        {{- end }}
  {{- if $values.temporal.profile.secret }}
  - name: temporal-profile
    secret: { secretName: {{ $values.temporal.profile.secret }}, defaultMode: 0440 }
  {{- end }}
{{- end }}

{{/* The config file of a role. Takes a dict: root, name, config (of the role). */}}
{{- define "plumbline.config" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .name }}
  labels: {{- include "plumbline.labels" .root | nindent 4 }}
data:
  plumbline.yml: |
    {{- toYaml (mustMergeOverwrite (deepCopy .root.Values.config) .config) | nindent 4 }}
{{- end }}

{{- define "plumbline.podLabels" -}}
{{ include "plumbline.selector" . }}
{{- if eq .Values.home.kind "claim" }}
plumbline/home: {{ include "plumbline.claim" . }}
{{- end }}
{{- end }}

{{- define "plumbline.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}
