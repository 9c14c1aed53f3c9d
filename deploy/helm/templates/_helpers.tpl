{{- define "assay.selector" -}}
app.kubernetes.io/name: assay
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "assay.labels" -}}
{{ include "assay.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "assay.secret" -}}
{{ .Values.secrets.existing | default .Release.Name }}
{{- end }}

{{- /* The folders to mount, as a JSON list of { name, variable, configMap }. */ -}}
{{- define "assay.folders" -}}
{{- $folders := list -}}
{{- $values := dict "manifests" .Values.manifests "panels" .Values.panels "calibrations" .Values.calibrations "plugins" .Values.plugins -}}
{{- range $name, $folder := $values -}}
{{- if or $folder.configMap $folder.files -}}
{{- $configMap := $folder.configMap | default (printf "%s-%s" $.Release.Name $name) -}}
{{- $folders = append $folders (dict "name" $name "variable" (printf "ASSAY_%s" (upper $name)) "configMap" $configMap) -}}
{{- end -}}
{{- end -}}
{{- $folders | toJson -}}
{{- end }}
