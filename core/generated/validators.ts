// @ts-nocheck
// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
export const validatePromptRequest = validate21;
const schema6 = {"type":"object","required":["prompt","models"],"properties":{"prompt":{"type":"string","maxLength":2000000,"pattern":"\\S","x-unit":"bytes","x-problems":{"maxLength":{"code":"length","message":"must have at most 2000000 bytes of UTF-8"},"pattern":{"code":"pattern","message":"must hold at least one character that is not white space"}}},"models":{"type":"array","minItems":1,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string","enum":["claude-opus-4-7","claude-opus-4-6","claude-sonnet-4-6","claude-haiku-4-5","claude-opus-4-5-20251101","claude-sonnet-4-5-20250929","nova-pro","nova-lite","nova-micro","nova-2-lite","cerebras-gpt-oss-120b","cerebras-qwen-3.8-27b","deepseek-v4-pro","deepseek-flash","gemini-3.1-pro-preview","gemini-3.5-flash","gemini-3-flash-preview","gemini-3.1-flash-lite","gemini-2.5-pro","gemini-2.5-flash","gemini-2.5-flash-lite","gpt-oss-120b","gpt-oss-20b","qwen3.6-27b","mistral-large-2512","mistral-medium-2604","mistral-small-2603","ministral-14b-2512","ministral-8b-2512","ministral-3b-2512","codestral-2508","gpt-5.5","gpt-5.4","gpt-5.2","o3","o3-pro","gpt-5.4-mini","gpt-5.4-nano","gpt-5.1","gpt-5","gpt-5-mini","gpt-4.1","gpt-4.1-mini","gpt-4o","gpt-4o-mini","gpt-4o-2024-11-20","grok-4.5","grok-4.3","grok-4.20-0309-non-reasoning"],"x-problems":{"enum":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}}}}}},"judges":{"type":"array","maxItems":6,"if":{"minItems":7},"else":{"items":{"type":"string","enum":["claude-opus-4-7","claude-opus-4-6","claude-sonnet-4-6","claude-haiku-4-5","claude-opus-4-5-20251101","claude-sonnet-4-5-20250929","nova-pro","nova-lite","nova-micro","nova-2-lite","cerebras-gpt-oss-120b","cerebras-qwen-3.8-27b","deepseek-v4-pro","deepseek-flash","gemini-3.1-pro-preview","gemini-3.5-flash","gemini-3-flash-preview","gemini-3.1-flash-lite","gemini-2.5-pro","gemini-2.5-flash","gemini-2.5-flash-lite","gpt-oss-120b","gpt-oss-20b","qwen3.6-27b","mistral-large-2512","mistral-medium-2604","mistral-small-2603","ministral-14b-2512","ministral-8b-2512","ministral-3b-2512","codestral-2508","gpt-5.5","gpt-5.4","gpt-5.2","o3","o3-pro","gpt-5.4-mini","gpt-5.4-nano","gpt-5.1","gpt-5","gpt-5-mini","gpt-4.1","gpt-4.1-mini","gpt-4o","gpt-4o-mini","gpt-4o-2024-11-20","grok-4.5","grok-4.3","grok-4.20-0309-non-reasoning"],"x-problems":{"enum":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}}}}}},"judge_pairs":{"type":"array","minItems":1,"maxItems":200,"if":{"minItems":201},"else":{"items":{"type":"array","minItems":2,"maxItems":2,"if":{"minItems":3},"else":{"items":{"type":"integer","minimum":0,"maximum":63}}}}},"judge_prompt":{"type":"string","maxLength":100000},"judge_weights":{"type":"object","properties":{"accuracy":{"type":"number","minimum":0,"maximum":1},"speed":{"type":"number","minimum":0,"maximum":1},"cost":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"accuracy":true,"speed":true,"cost":true},"additionalProperties":false}},"calibration":{"type":"string","maxLength":64,"pattern":"^[A-Za-z0-9][A-Za-z0-9._-]*$","x-problems":{"pattern":{"code":"pattern","message":"must be the name of a calibration, or none: letters, digits, dots, dashes and underscores"}}},"attachments":{"type":"array","maxItems":10,"if":{"minItems":11},"else":{"items":{"type":"object","required":["name","type","base64"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$","x-problems":{"pattern":{"code":"pattern","message":"must be a plain file name: no control characters, slashes or backslashes"}}},"type":{"type":"string","maxLength":255,"pattern":"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$","x-problems":{"pattern":{"code":"pattern","message":"must be a media type such as image/png, without parameters"}}},"base64":{"type":"string","maxLength":28000000}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"name":true,"type":true,"base64":true},"additionalProperties":false}}}},"system_prompt":{"oneOf":[{"type":"string","maxLength":2000000},{"type":"array","maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["type","text"],"properties":{"type":{"const":"text"},"text":{"type":"string","minLength":1,"maxLength":2000000},"cache_control":{"type":"object","required":["type"],"properties":{"type":{"const":"ephemeral"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"type":true},"additionalProperties":false}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"type":true,"text":true,"cache_control":{"x-fields":["type"]}},"additionalProperties":false}}}}]},"generation_settings":{"type":"object","properties":{"temperature":{"type":"number","minimum":0,"maximum":2},"maxTokens":{"type":"integer","minimum":1,"maximum":10000000},"topP":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"temperature":true,"maxTokens":true,"topP":true},"additionalProperties":false}},"max_credits":{"type":"number","minimum":0,"maximum":9000000000},"timeout_seconds":{"type":"integer","minimum":1,"maximum":7200},"cache":{"type":"object","required":["maxAgeSeconds"],"properties":{"maxAgeSeconds":{"type":"integer","minimum":0,"maximum":2592000}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"maxAgeSeconds":true},"additionalProperties":false}},"response_schema":{"type":"object","additionalProperties":true},"model_tuning":{"type":"object","properties":{"claude-opus-4-7":{"$ref":"#/definitions/Tuning.anthropic.effort"},"claude-opus-4-6":{"$ref":"#/definitions/Tuning.anthropic.budget"},"claude-sonnet-4-6":{"$ref":"#/definitions/Tuning.anthropic.budget"},"claude-haiku-4-5":{"$ref":"#/definitions/Tuning.none"},"claude-opus-4-5-20251101":{"$ref":"#/definitions/Tuning.none"},"claude-sonnet-4-5-20250929":{"$ref":"#/definitions/Tuning.none"},"nova-pro":{"$ref":"#/definitions/Tuning.none"},"nova-lite":{"$ref":"#/definitions/Tuning.none"},"nova-micro":{"$ref":"#/definitions/Tuning.none"},"nova-2-lite":{"$ref":"#/definitions/Tuning.none"},"cerebras-gpt-oss-120b":{"$ref":"#/definitions/Tuning.cerebras.effort"},"cerebras-qwen-3.8-27b":{"$ref":"#/definitions/Tuning.cerebras.effort"},"deepseek-v4-pro":{"$ref":"#/definitions/Tuning.none"},"deepseek-flash":{"$ref":"#/definitions/Tuning.none"},"gemini-3.1-pro-preview":{"$ref":"#/definitions/Tuning.google.pro"},"gemini-3.5-flash":{"$ref":"#/definitions/Tuning.google.flash"},"gemini-3-flash-preview":{"$ref":"#/definitions/Tuning.google.flash"},"gemini-3.1-flash-lite":{"$ref":"#/definitions/Tuning.google.flash"},"gemini-2.5-pro":{"$ref":"#/definitions/Tuning.none"},"gemini-2.5-flash":{"$ref":"#/definitions/Tuning.none"},"gemini-2.5-flash-lite":{"$ref":"#/definitions/Tuning.none"},"gpt-oss-120b":{"$ref":"#/definitions/Tuning.none"},"gpt-oss-20b":{"$ref":"#/definitions/Tuning.none"},"qwen3.6-27b":{"$ref":"#/definitions/Tuning.none"},"mistral-large-2512":{"$ref":"#/definitions/Tuning.none"},"mistral-medium-2604":{"$ref":"#/definitions/Tuning.none"},"mistral-small-2603":{"$ref":"#/definitions/Tuning.none"},"ministral-14b-2512":{"$ref":"#/definitions/Tuning.none"},"ministral-8b-2512":{"$ref":"#/definitions/Tuning.none"},"ministral-3b-2512":{"$ref":"#/definitions/Tuning.none"},"codestral-2508":{"$ref":"#/definitions/Tuning.none"},"gpt-5.5":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-5.4":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-5.2":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"o3":{"$ref":"#/definitions/Tuning.openai.effort"},"o3-pro":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5.4-mini":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-5.4-nano":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-5.1":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-5":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-5-mini":{"$ref":"#/definitions/Tuning.openai.effortAndVerbosity"},"gpt-4.1":{"$ref":"#/definitions/Tuning.none"},"gpt-4.1-mini":{"$ref":"#/definitions/Tuning.none"},"gpt-4o":{"$ref":"#/definitions/Tuning.none"},"gpt-4o-mini":{"$ref":"#/definitions/Tuning.none"},"gpt-4o-2024-11-20":{"$ref":"#/definitions/Tuning.none"},"grok-4.5":{"$ref":"#/definitions/Tuning.xai.effortFromLow"},"grok-4.3":{"$ref":"#/definitions/Tuning.xai.effort"},"grok-4.20-0309-non-reasoning":{"$ref":"#/definitions/Tuning.none"}},"x-problems":{"additionalProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}},"maxProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}}},"maxProperties":81,"if":{"minProperties":82},"else":{"properties":{"claude-opus-4-7":true,"claude-opus-4-6":true,"claude-sonnet-4-6":true,"claude-haiku-4-5":true,"claude-opus-4-5-20251101":true,"claude-sonnet-4-5-20250929":true,"nova-pro":true,"nova-lite":true,"nova-micro":true,"nova-2-lite":true,"cerebras-gpt-oss-120b":true,"cerebras-qwen-3.8-27b":true,"deepseek-v4-pro":true,"deepseek-flash":true,"gemini-3.1-pro-preview":true,"gemini-3.5-flash":true,"gemini-3-flash-preview":true,"gemini-3.1-flash-lite":true,"gemini-2.5-pro":true,"gemini-2.5-flash":true,"gemini-2.5-flash-lite":true,"gpt-oss-120b":true,"gpt-oss-20b":true,"qwen3.6-27b":true,"mistral-large-2512":true,"mistral-medium-2604":true,"mistral-small-2603":true,"ministral-14b-2512":true,"ministral-8b-2512":true,"ministral-3b-2512":true,"codestral-2508":true,"gpt-5.5":true,"gpt-5.4":true,"gpt-5.2":true,"o3":true,"o3-pro":true,"gpt-5.4-mini":true,"gpt-5.4-nano":true,"gpt-5.1":true,"gpt-5":true,"gpt-5-mini":true,"gpt-4.1":true,"gpt-4.1-mini":true,"gpt-4o":true,"gpt-4o-mini":true,"gpt-4o-2024-11-20":true,"grok-4.5":true,"grok-4.3":true,"grok-4.20-0309-non-reasoning":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}},"maxProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}}}}},"zero_data_retention":{"type":"boolean"},"history":{"type":"array","maxItems":200,"if":{"minItems":201},"else":{"items":{"type":"object","required":["role","content"],"properties":{"role":{"enum":["user","assistant"]},"content":{"type":"string","minLength":1,"maxLength":2000000},"cache_control":{"type":"object","required":["type"],"properties":{"type":{"const":"ephemeral"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"type":true},"additionalProperties":false}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"role":true,"content":true,"cache_control":{"x-fields":["type"]}},"additionalProperties":false}}}}},"definitions":{"Tuning.none":{"type":"object","properties":{},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"},"maxProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"}},"maxProperties":32,"if":{"minProperties":33},"else":{"properties":{},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"},"maxProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"}}}},"Tuning.anthropic.budget":{"type":"object","properties":{"thinkingBudget":{"oneOf":[{"type":"integer","const":0},{"type":"integer","minimum":1024,"maximum":32000}]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"thinkingBudget":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}}}},"Tuning.anthropic.effort":{"type":"object","properties":{"thinkingBudget":{"oneOf":[{"type":"integer","const":0},{"type":"integer","minimum":1024,"maximum":32000}]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"thinkingBudget":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}}}},"Tuning.cerebras.effort":{"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}},"Tuning.google.flash":{"type":"object","properties":{"thinkingBudget":{"type":"integer","minimum":0,"maximum":24576},"webSearch":{"type":"boolean"},"cachedContent":{"type":"string","pattern":"^cachedContents/[A-Za-z0-9_-]{1,128}$","maxLength":143}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"thinkingBudget":true,"webSearch":true,"cachedContent":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}}}},"Tuning.google.pro":{"type":"object","properties":{"thinkingBudget":{"type":"integer","minimum":0,"maximum":24576},"webSearch":{"type":"boolean"},"cachedContent":{"type":"string","pattern":"^cachedContents/[A-Za-z0-9_-]{1,128}$","maxLength":143}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"thinkingBudget":true,"webSearch":true,"cachedContent":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}}}},"Tuning.openai.effort":{"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}},"Tuning.openai.effortAndVerbosity":{"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]},"verbosity":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"reasoningEffort":true,"verbosity":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"}}}},"Tuning.xai.effort":{"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}},"Tuning.xai.effortFromLow":{"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}}},"maxProperties":49,"if":{"minProperties":50},"else":{"properties":{"prompt":true,"models":true,"judges":true,"judge_pairs":true,"judge_prompt":true,"judge_weights":{"x-fields":["accuracy","speed","cost"]},"calibration":true,"attachments":true,"system_prompt":true,"generation_settings":{"x-fields":["temperature","maxTokens","topP"]},"max_credits":true,"timeout_seconds":true,"cache":{"x-fields":["maxAgeSeconds"]},"response_schema":true,"model_tuning":{"x-fields":["claude-opus-4-7","claude-opus-4-6","claude-sonnet-4-6","claude-haiku-4-5","claude-opus-4-5-20251101","claude-sonnet-4-5-20250929","nova-pro","nova-lite","nova-micro","nova-2-lite","cerebras-gpt-oss-120b","cerebras-qwen-3.8-27b","deepseek-v4-pro","deepseek-flash","gemini-3.1-pro-preview","gemini-3.5-flash","gemini-3-flash-preview","gemini-3.1-flash-lite","gemini-2.5-pro","gemini-2.5-flash","gemini-2.5-flash-lite","gpt-oss-120b","gpt-oss-20b","qwen3.6-27b","mistral-large-2512","mistral-medium-2604","mistral-small-2603","ministral-14b-2512","ministral-8b-2512","ministral-3b-2512","codestral-2508","gpt-5.5","gpt-5.4","gpt-5.2","o3","o3-pro","gpt-5.4-mini","gpt-5.4-nano","gpt-5.1","gpt-5","gpt-5-mini","gpt-4.1","gpt-4.1-mini","gpt-4o","gpt-4o-mini","gpt-4o-2024-11-20","grok-4.5","grok-4.3","grok-4.20-0309-non-reasoning"]},"zero_data_retention":true,"history":true},"additionalProperties":false}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("\\S", "u");
const pattern1 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]*$", "u");
const pattern2 = new RegExp("^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$", "u");
const pattern3 = new RegExp("^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$", "u");
const schema7 = {"type":"object","properties":{"thinkingBudget":{"oneOf":[{"type":"integer","const":0},{"type":"integer","minimum":1024,"maximum":32000}]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"thinkingBudget":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 34){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "thinkingBudget")){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema7.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.if,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.thinkingBudget !== undefined){
let data0 = data.thinkingBudget;
const _errs6 = errors;
let valid2 = false;
let passing0 = null;
const _errs7 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/0/type",keyword:"type",params:{type: "integer"},schema:schema7.properties.thinkingBudget.oneOf[0].type,parentSchema:schema7.properties.thinkingBudget.oneOf[0],data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(0 !== data0){
const err5 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/0/const",keyword:"const",params:{allowedValue: 0},schema:0,parentSchema:schema7.properties.thinkingBudget.oneOf[0],data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid1 = _errs7 === errors;
if(_valid1){
valid2 = true;
passing0 = 0;
}
const _errs9 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err6 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/1/type",keyword:"type",params:{type: "integer"},schema:schema7.properties.thinkingBudget.oneOf[1].type,parentSchema:schema7.properties.thinkingBudget.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 32000 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/1/maximum",keyword:"maximum",params:{comparison: "<=", limit: 32000},schema:32000,parentSchema:schema7.properties.thinkingBudget.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data0 < 1024 || isNaN(data0)){
const err8 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/1/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024},schema:1024,parentSchema:schema7.properties.thinkingBudget.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid1 = _errs9 === errors;
if(_valid1 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid1){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err9 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema7.properties.thinkingBudget.oneOf,parentSchema:schema7.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema7.type,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

const schema8 = {"type":"object","properties":{"thinkingBudget":{"oneOf":[{"type":"integer","const":0},{"type":"integer","minimum":1024,"maximum":32000}]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"thinkingBudget":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 34){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "thinkingBudget")){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema8.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema8.if,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.thinkingBudget !== undefined){
let data0 = data.thinkingBudget;
const _errs6 = errors;
let valid2 = false;
let passing0 = null;
const _errs7 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/0/type",keyword:"type",params:{type: "integer"},schema:schema8.properties.thinkingBudget.oneOf[0].type,parentSchema:schema8.properties.thinkingBudget.oneOf[0],data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(0 !== data0){
const err5 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/0/const",keyword:"const",params:{allowedValue: 0},schema:0,parentSchema:schema8.properties.thinkingBudget.oneOf[0],data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid1 = _errs7 === errors;
if(_valid1){
valid2 = true;
passing0 = 0;
}
const _errs9 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err6 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/1/type",keyword:"type",params:{type: "integer"},schema:schema8.properties.thinkingBudget.oneOf[1].type,parentSchema:schema8.properties.thinkingBudget.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 32000 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/1/maximum",keyword:"maximum",params:{comparison: "<=", limit: 32000},schema:32000,parentSchema:schema8.properties.thinkingBudget.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data0 < 1024 || isNaN(data0)){
const err8 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf/1/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1024},schema:1024,parentSchema:schema8.properties.thinkingBudget.oneOf[1],data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid1 = _errs9 === errors;
if(_valid1 && valid2){
valid2 = false;
passing0 = [passing0, 1];
}
else {
if(_valid1){
valid2 = true;
passing0 = 1;
}
}
if(!valid2){
const err9 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema8.properties.thinkingBudget.oneOf,parentSchema:schema8.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
else {
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err10 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema8.type,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

const schema9 = {"type":"object","properties":{},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"},"maxProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"}},"maxProperties":32,"if":{"minProperties":33},"else":{"properties":{},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"},"maxProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"}}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 33){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema9.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema9.if,parentSchema:schema9,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 32){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 32},schema:32,parentSchema:schema9,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema9.type,parentSchema:schema9,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

const schema10 = {"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate35(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 34){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "reasoningEffort")){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema10.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema10.if,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.reasoningEffort !== undefined){
let data0 = data.reasoningEffort;
if(!(((data0 === "low") || (data0 === "medium")) || (data0 === "high"))){
const err4 = {instancePath:instancePath+"/reasoningEffort",schemaPath:"#/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema10.properties.reasoningEffort.enum},schema:schema10.properties.reasoningEffort.enum,parentSchema:schema10.properties.reasoningEffort,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema10.type,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate35.errors = vErrors;
return errors === 0;
}

const schema11 = {"type":"object","properties":{"thinkingBudget":{"type":"integer","minimum":0,"maximum":24576},"webSearch":{"type":"boolean"},"cachedContent":{"type":"string","pattern":"^cachedContents/[A-Za-z0-9_-]{1,128}$","maxLength":143}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"thinkingBudget":true,"webSearch":true,"cachedContent":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}}}};
const pattern4 = new RegExp("^cachedContents/[A-Za-z0-9_-]{1,128}$", "u");

function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 36){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "thinkingBudget") || (key0 === "webSearch")) || (key0 === "cachedContent"))){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema11.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema11.if,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 35){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.thinkingBudget !== undefined){
let data0 = data.thinkingBudget;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/type",keyword:"type",params:{type: "integer"},schema:schema11.properties.thinkingBudget.type,parentSchema:schema11.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 24576 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24576},schema:24576,parentSchema:schema11.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema11.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.webSearch !== undefined){
let data1 = data.webSearch;
if(typeof data1 !== "boolean"){
const err7 = {instancePath:instancePath+"/webSearch",schemaPath:"#/properties/webSearch/type",keyword:"type",params:{type: "boolean"},schema:schema11.properties.webSearch.type,parentSchema:schema11.properties.webSearch,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.cachedContent !== undefined){
let data2 = data.cachedContent;
if(typeof data2 === "string"){
if(data2.length > 143){
const err8 = {instancePath:instancePath+"/cachedContent",schemaPath:"#/properties/cachedContent/maxLength",keyword:"maxLength",params:{limit: 143},schema:143,parentSchema:schema11.properties.cachedContent,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data2)){
const err9 = {instancePath:instancePath+"/cachedContent",schemaPath:"#/properties/cachedContent/pattern",keyword:"pattern",params:{pattern: "^cachedContents/[A-Za-z0-9_-]{1,128}$"},schema:"^cachedContents/[A-Za-z0-9_-]{1,128}$",parentSchema:schema11.properties.cachedContent,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/cachedContent",schemaPath:"#/properties/cachedContent/type",keyword:"type",params:{type: "string"},schema:schema11.properties.cachedContent.type,parentSchema:schema11.properties.cachedContent,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate40.errors = vErrors;
return errors === 0;
}

const schema12 = {"type":"object","properties":{"thinkingBudget":{"type":"integer","minimum":0,"maximum":24576},"webSearch":{"type":"boolean"},"cachedContent":{"type":"string","pattern":"^cachedContents/[A-Za-z0-9_-]{1,128}$","maxLength":143}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"thinkingBudget":true,"webSearch":true,"cachedContent":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}}}};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 36){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(((key0 === "thinkingBudget") || (key0 === "webSearch")) || (key0 === "cachedContent"))){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema12.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema12.if,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 35){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.thinkingBudget !== undefined){
let data0 = data.thinkingBudget;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/type",keyword:"type",params:{type: "integer"},schema:schema12.properties.thinkingBudget.type,parentSchema:schema12.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 24576 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/maximum",keyword:"maximum",params:{comparison: "<=", limit: 24576},schema:24576,parentSchema:schema12.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/thinkingBudget",schemaPath:"#/properties/thinkingBudget/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema12.properties.thinkingBudget,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
if(data.webSearch !== undefined){
let data1 = data.webSearch;
if(typeof data1 !== "boolean"){
const err7 = {instancePath:instancePath+"/webSearch",schemaPath:"#/properties/webSearch/type",keyword:"type",params:{type: "boolean"},schema:schema12.properties.webSearch.type,parentSchema:schema12.properties.webSearch,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.cachedContent !== undefined){
let data2 = data.cachedContent;
if(typeof data2 === "string"){
if(data2.length > 143){
const err8 = {instancePath:instancePath+"/cachedContent",schemaPath:"#/properties/cachedContent/maxLength",keyword:"maxLength",params:{limit: 143},schema:143,parentSchema:schema12.properties.cachedContent,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!pattern4.test(data2)){
const err9 = {instancePath:instancePath+"/cachedContent",schemaPath:"#/properties/cachedContent/pattern",keyword:"pattern",params:{pattern: "^cachedContents/[A-Za-z0-9_-]{1,128}$"},schema:"^cachedContents/[A-Za-z0-9_-]{1,128}$",parentSchema:schema12.properties.cachedContent,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/cachedContent",schemaPath:"#/properties/cachedContent/type",keyword:"type",params:{type: "string"},schema:schema12.properties.cachedContent.type,parentSchema:schema12.properties.cachedContent,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema12.type,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}

const schema13 = {"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]},"verbosity":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"reasoningEffort":true,"verbosity":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort, verbosity"}}}};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 35){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!((key0 === "reasoningEffort") || (key0 === "verbosity"))){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema13.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema13.if,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 34){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.reasoningEffort !== undefined){
let data0 = data.reasoningEffort;
if(!(((data0 === "low") || (data0 === "medium")) || (data0 === "high"))){
const err4 = {instancePath:instancePath+"/reasoningEffort",schemaPath:"#/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema13.properties.reasoningEffort.enum},schema:schema13.properties.reasoningEffort.enum,parentSchema:schema13.properties.reasoningEffort,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.verbosity !== undefined){
let data1 = data.verbosity;
if(!(((data1 === "low") || (data1 === "medium")) || (data1 === "high"))){
const err5 = {instancePath:instancePath+"/verbosity",schemaPath:"#/properties/verbosity/enum",keyword:"enum",params:{allowedValues: schema13.properties.verbosity.enum},schema:schema13.properties.verbosity.enum,parentSchema:schema13.properties.verbosity,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}

const schema14 = {"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 34){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "reasoningEffort")){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema14.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema14.if,parentSchema:schema14,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema14,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.reasoningEffort !== undefined){
let data0 = data.reasoningEffort;
if(!(((data0 === "low") || (data0 === "medium")) || (data0 === "high"))){
const err4 = {instancePath:instancePath+"/reasoningEffort",schemaPath:"#/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema14.properties.reasoningEffort.enum},schema:schema14.properties.reasoningEffort.enum,parentSchema:schema14.properties.reasoningEffort,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema14.type,parentSchema:schema14,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate63.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate76(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 34){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "reasoningEffort")){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema15.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema15.if,parentSchema:schema15,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema15,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.reasoningEffort !== undefined){
let data0 = data.reasoningEffort;
if(!((((data0 === "none") || (data0 === "low")) || (data0 === "medium")) || (data0 === "high"))){
const err4 = {instancePath:instancePath+"/reasoningEffort",schemaPath:"#/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema15.properties.reasoningEffort.enum},schema:schema15.properties.reasoningEffort.enum,parentSchema:schema15.properties.reasoningEffort,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema15.type,parentSchema:schema15,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate76.errors = vErrors;
return errors === 0;
}

const schema16 = {"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 34){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(key0 === "reasoningEffort")){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema16.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema16.if,parentSchema:schema16,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema16,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.reasoningEffort !== undefined){
let data0 = data.reasoningEffort;
if(!((((data0 === "none") || (data0 === "low")) || (data0 === "medium")) || (data0 === "high"))){
const err4 = {instancePath:instancePath+"/reasoningEffort",schemaPath:"#/properties/reasoningEffort/enum",keyword:"enum",params:{allowedValues: schema16.properties.reasoningEffort.enum},schema:schema16.properties.reasoningEffort.enum,parentSchema:schema16.properties.reasoningEffort,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema16.type,parentSchema:schema16,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate78.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 50){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema6.else.properties, key0))){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema6.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.if,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 49){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 49},schema:49,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.prompt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.models === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "models"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(data0.length > 2000000){
const err6 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern0.test(data0)){
const err7 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema6.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},schema:schema6.properties.prompt.type,parentSchema:schema6.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.models !== undefined){
let data1 = data.models;
const _errs9 = errors;
let valid2 = true;
const _errs10 = errors;
if(Array.isArray(data1)){
if(data1.length < 65){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
if(!_valid1){
const _errs11 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err10 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/type",keyword:"type",params:{type: "string"},schema:schema6.properties.models.else.items.type,parentSchema:schema6.properties.models.else.items,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((data2 === "claude-opus-4-7") || (data2 === "claude-opus-4-6")) || (data2 === "claude-sonnet-4-6")) || (data2 === "claude-haiku-4-5")) || (data2 === "claude-opus-4-5-20251101")) || (data2 === "claude-sonnet-4-5-20250929")) || (data2 === "nova-pro")) || (data2 === "nova-lite")) || (data2 === "nova-micro")) || (data2 === "nova-2-lite")) || (data2 === "cerebras-gpt-oss-120b")) || (data2 === "cerebras-qwen-3.8-27b")) || (data2 === "deepseek-v4-pro")) || (data2 === "deepseek-flash")) || (data2 === "gemini-3.1-pro-preview")) || (data2 === "gemini-3.5-flash")) || (data2 === "gemini-3-flash-preview")) || (data2 === "gemini-3.1-flash-lite")) || (data2 === "gemini-2.5-pro")) || (data2 === "gemini-2.5-flash")) || (data2 === "gemini-2.5-flash-lite")) || (data2 === "gpt-oss-120b")) || (data2 === "gpt-oss-20b")) || (data2 === "qwen3.6-27b")) || (data2 === "mistral-large-2512")) || (data2 === "mistral-medium-2604")) || (data2 === "mistral-small-2603")) || (data2 === "ministral-14b-2512")) || (data2 === "ministral-8b-2512")) || (data2 === "ministral-3b-2512")) || (data2 === "codestral-2508")) || (data2 === "gpt-5.5")) || (data2 === "gpt-5.4")) || (data2 === "gpt-5.2")) || (data2 === "o3")) || (data2 === "o3-pro")) || (data2 === "gpt-5.4-mini")) || (data2 === "gpt-5.4-nano")) || (data2 === "gpt-5.1")) || (data2 === "gpt-5")) || (data2 === "gpt-5-mini")) || (data2 === "gpt-4.1")) || (data2 === "gpt-4.1-mini")) || (data2 === "gpt-4o")) || (data2 === "gpt-4o-mini")) || (data2 === "gpt-4o-2024-11-20")) || (data2 === "grok-4.5")) || (data2 === "grok-4.3")) || (data2 === "grok-4.20-0309-non-reasoning"))){
const err11 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/enum",keyword:"enum",params:{allowedValues: schema6.properties.models.else.items.enum},schema:schema6.properties.models.else.items.enum,parentSchema:schema6.properties.models.else.items,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
var _valid1 = _errs11 === errors;
valid2 = _valid1;
}
if(!valid2){
const err12 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.models.if,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 64){
const err13 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data1.length < 1){
const err14 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},schema:schema6.properties.models.type,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.judges !== undefined){
let data3 = data.judges;
const _errs16 = errors;
let valid5 = true;
const _errs17 = errors;
if(Array.isArray(data3)){
if(data3.length < 7){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid2 = _errs17 === errors;
errors = _errs16;
if(vErrors !== null){
if(_errs16){
vErrors.length = _errs16;
}
else {
vErrors = null;
}
}
if(!_valid2){
const _errs18 = errors;
if(Array.isArray(data3)){
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 !== "string"){
const err17 = {instancePath:instancePath+"/judges/" + i1,schemaPath:"#/properties/judges/else/items/type",keyword:"type",params:{type: "string"},schema:schema6.properties.judges.else.items.type,parentSchema:schema6.properties.judges.else.items,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((data4 === "claude-opus-4-7") || (data4 === "claude-opus-4-6")) || (data4 === "claude-sonnet-4-6")) || (data4 === "claude-haiku-4-5")) || (data4 === "claude-opus-4-5-20251101")) || (data4 === "claude-sonnet-4-5-20250929")) || (data4 === "nova-pro")) || (data4 === "nova-lite")) || (data4 === "nova-micro")) || (data4 === "nova-2-lite")) || (data4 === "cerebras-gpt-oss-120b")) || (data4 === "cerebras-qwen-3.8-27b")) || (data4 === "deepseek-v4-pro")) || (data4 === "deepseek-flash")) || (data4 === "gemini-3.1-pro-preview")) || (data4 === "gemini-3.5-flash")) || (data4 === "gemini-3-flash-preview")) || (data4 === "gemini-3.1-flash-lite")) || (data4 === "gemini-2.5-pro")) || (data4 === "gemini-2.5-flash")) || (data4 === "gemini-2.5-flash-lite")) || (data4 === "gpt-oss-120b")) || (data4 === "gpt-oss-20b")) || (data4 === "qwen3.6-27b")) || (data4 === "mistral-large-2512")) || (data4 === "mistral-medium-2604")) || (data4 === "mistral-small-2603")) || (data4 === "ministral-14b-2512")) || (data4 === "ministral-8b-2512")) || (data4 === "ministral-3b-2512")) || (data4 === "codestral-2508")) || (data4 === "gpt-5.5")) || (data4 === "gpt-5.4")) || (data4 === "gpt-5.2")) || (data4 === "o3")) || (data4 === "o3-pro")) || (data4 === "gpt-5.4-mini")) || (data4 === "gpt-5.4-nano")) || (data4 === "gpt-5.1")) || (data4 === "gpt-5")) || (data4 === "gpt-5-mini")) || (data4 === "gpt-4.1")) || (data4 === "gpt-4.1-mini")) || (data4 === "gpt-4o")) || (data4 === "gpt-4o-mini")) || (data4 === "gpt-4o-2024-11-20")) || (data4 === "grok-4.5")) || (data4 === "grok-4.3")) || (data4 === "grok-4.20-0309-non-reasoning"))){
const err18 = {instancePath:instancePath+"/judges/" + i1,schemaPath:"#/properties/judges/else/items/enum",keyword:"enum",params:{allowedValues: schema6.properties.judges.else.items.enum},schema:schema6.properties.judges.else.items.enum,parentSchema:schema6.properties.judges.else.items,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
var _valid2 = _errs18 === errors;
valid5 = _valid2;
}
if(!valid5){
const err19 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judges.if,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 6){
const err20 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/maxItems",keyword:"maxItems",params:{limit: 6},schema:6,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/type",keyword:"type",params:{type: "array"},schema:schema6.properties.judges.type,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.judge_pairs !== undefined){
let data5 = data.judge_pairs;
const _errs23 = errors;
let valid8 = true;
const _errs24 = errors;
if(Array.isArray(data5)){
if(data5.length < 201){
const err22 = {};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
var _valid3 = _errs24 === errors;
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
if(!_valid3){
const _errs25 = errors;
if(Array.isArray(data5)){
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
const _errs28 = errors;
let valid11 = true;
const _errs29 = errors;
if(Array.isArray(data6)){
if(data6.length < 3){
const err23 = {};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
var _valid4 = _errs29 === errors;
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
if(!_valid4){
const _errs30 = errors;
if(Array.isArray(data6)){
const len3 = data6.length;
for(let i3=0; i3<len3; i3++){
let data7 = data6[i3];
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err24 = {instancePath:instancePath+"/judge_pairs/" + i2+"/" + i3,schemaPath:"#/properties/judge_pairs/else/items/else/items/type",keyword:"type",params:{type: "integer"},schema:schema6.properties.judge_pairs.else.items.else.items.type,parentSchema:schema6.properties.judge_pairs.else.items.else.items,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 63 || isNaN(data7)){
const err25 = {instancePath:instancePath+"/judge_pairs/" + i2+"/" + i3,schemaPath:"#/properties/judge_pairs/else/items/else/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 63},schema:63,parentSchema:schema6.properties.judge_pairs.else.items.else.items,data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err26 = {instancePath:instancePath+"/judge_pairs/" + i2+"/" + i3,schemaPath:"#/properties/judge_pairs/else/items/else/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_pairs.else.items.else.items,data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
}
var _valid4 = _errs30 === errors;
valid11 = _valid4;
}
if(!valid11){
const err27 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judge_pairs.else.items.if,parentSchema:schema6.properties.judge_pairs.else.items,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(Array.isArray(data6)){
if(data6.length > 2){
const err28 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/maxItems",keyword:"maxItems",params:{limit: 2},schema:2,parentSchema:schema6.properties.judge_pairs.else.items,data:data6};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data6.length < 2){
const err29 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/minItems",keyword:"minItems",params:{limit: 2},schema:2,parentSchema:schema6.properties.judge_pairs.else.items,data:data6};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/type",keyword:"type",params:{type: "array"},schema:schema6.properties.judge_pairs.else.items.type,parentSchema:schema6.properties.judge_pairs.else.items,data:data6};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
var _valid3 = _errs25 === errors;
valid8 = _valid3;
}
if(!valid8){
const err31 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judge_pairs.if,parentSchema:schema6.properties.judge_pairs,data:data5};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(Array.isArray(data5)){
if(data5.length > 200){
const err32 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/maxItems",keyword:"maxItems",params:{limit: 200},schema:200,parentSchema:schema6.properties.judge_pairs,data:data5};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data5.length < 1){
const err33 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema6.properties.judge_pairs,data:data5};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/type",keyword:"type",params:{type: "array"},schema:schema6.properties.judge_pairs.type,parentSchema:schema6.properties.judge_pairs,data:data5};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.judge_prompt !== undefined){
let data8 = data.judge_prompt;
if(typeof data8 === "string"){
if(data8.length > 100000){
const err35 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 100000},schema:100000,parentSchema:schema6.properties.judge_prompt,data:data8};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema6.properties.judge_prompt.type,parentSchema:schema6.properties.judge_prompt,data:data8};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.judge_weights !== undefined){
let data9 = data.judge_weights;
const _errs37 = errors;
let valid14 = true;
const _errs38 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(Object.keys(data9).length < 36){
const err37 = {};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
var _valid5 = _errs38 === errors;
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
if(!_valid5){
const _errs39 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key1 in data9){
if(!(((key1 === "accuracy") || (key1 === "speed")) || (key1 === "cost"))){
const err38 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema6.properties.judge_weights.else,data:data9};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
var _valid5 = _errs39 === errors;
valid14 = _valid5;
}
if(!valid14){
const err39 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judge_weights.if,parentSchema:schema6.properties.judge_weights,data:data9};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(Object.keys(data9).length > 35){
const err40 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.judge_weights,data:data9};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if(data9.accuracy !== undefined){
let data10 = data9.accuracy;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1 || isNaN(data10)){
const err41 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data10};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err42 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data10};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.accuracy.type,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data10};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data9.speed !== undefined){
let data11 = data9.speed;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 1 || isNaN(data11)){
const err44 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.speed,data:data11};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err45 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.speed,data:data11};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.speed.type,parentSchema:schema6.properties.judge_weights.properties.speed,data:data11};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data9.cost !== undefined){
let data12 = data9.cost;
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 1 || isNaN(data12)){
const err47 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.cost,data:data12};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err48 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.cost,data:data12};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.cost.type,parentSchema:schema6.properties.judge_weights.properties.cost,data:data12};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
else {
const err50 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/type",keyword:"type",params:{type: "object"},schema:schema6.properties.judge_weights.type,parentSchema:schema6.properties.judge_weights,data:data9};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.calibration !== undefined){
let data13 = data.calibration;
if(typeof data13 === "string"){
if(data13.length > 64){
const err51 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema6.properties.calibration,data:data13};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(!pattern1.test(data13)){
const err52 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$"},schema:"^[A-Za-z0-9][A-Za-z0-9._-]*$",parentSchema:schema6.properties.calibration,data:data13};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/type",keyword:"type",params:{type: "string"},schema:schema6.properties.calibration.type,parentSchema:schema6.properties.calibration,data:data13};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data.attachments !== undefined){
let data14 = data.attachments;
const _errs51 = errors;
let valid16 = true;
const _errs52 = errors;
if(Array.isArray(data14)){
if(data14.length < 11){
const err54 = {};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
var _valid6 = _errs52 === errors;
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
if(!_valid6){
const _errs53 = errors;
if(Array.isArray(data14)){
const len4 = data14.length;
for(let i4=0; i4<len4; i4++){
let data15 = data14[i4];
const _errs56 = errors;
let valid19 = true;
const _errs57 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(Object.keys(data15).length < 36){
const err55 = {};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
var _valid7 = _errs57 === errors;
errors = _errs56;
if(vErrors !== null){
if(_errs56){
vErrors.length = _errs56;
}
else {
vErrors = null;
}
}
if(!_valid7){
const _errs58 = errors;
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
for(const key2 in data15){
if(!(((key2 === "name") || (key2 === "type")) || (key2 === "base64"))){
const err56 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema6.properties.attachments.else.items.else,data:data15};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
var _valid7 = _errs58 === errors;
valid19 = _valid7;
}
if(!valid19){
const err57 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.attachments.else.items.if,parentSchema:schema6.properties.attachments.else.items,data:data15};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(Object.keys(data15).length > 35){
const err58 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.attachments.else.items,data:data15};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data15.name === undefined){
const err59 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "name"},schema:schema6.properties.attachments.else.items.required,parentSchema:schema6.properties.attachments.else.items,data:data15};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data15.type === undefined){
const err60 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.attachments.else.items.required,parentSchema:schema6.properties.attachments.else.items,data:data15};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data15.base64 === undefined){
const err61 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "base64"},schema:schema6.properties.attachments.else.items.required,parentSchema:schema6.properties.attachments.else.items,data:data15};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(data15.name !== undefined){
let data16 = data15.name;
if(typeof data16 === "string"){
if(data16.length > 255){
const err62 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.attachments.else.items.properties.name,data:data16};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data16.length < 1){
const err63 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.attachments.else.items.properties.name,data:data16};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern2.test(data16)){
const err64 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$"},schema:"^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$",parentSchema:schema6.properties.attachments.else.items.properties.name,data:data16};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema6.properties.attachments.else.items.properties.name.type,parentSchema:schema6.properties.attachments.else.items.properties.name,data:data16};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data15.type !== undefined){
let data17 = data15.type;
if(typeof data17 === "string"){
if(data17.length > 255){
const err66 = {instancePath:instancePath+"/attachments/" + i4+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.attachments.else.items.properties.type,data:data17};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(!pattern3.test(data17)){
const err67 = {instancePath:instancePath+"/attachments/" + i4+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$"},schema:"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$",parentSchema:schema6.properties.attachments.else.items.properties.type,data:data17};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/attachments/" + i4+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/type",keyword:"type",params:{type: "string"},schema:schema6.properties.attachments.else.items.properties.type.type,parentSchema:schema6.properties.attachments.else.items.properties.type,data:data17};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data15.base64 !== undefined){
let data18 = data15.base64;
if(typeof data18 === "string"){
if(data18.length > 28000000){
const err69 = {instancePath:instancePath+"/attachments/" + i4+"/base64",schemaPath:"#/properties/attachments/else/items/properties/base64/maxLength",keyword:"maxLength",params:{limit: 28000000},schema:28000000,parentSchema:schema6.properties.attachments.else.items.properties.base64,data:data18};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/attachments/" + i4+"/base64",schemaPath:"#/properties/attachments/else/items/properties/base64/type",keyword:"type",params:{type: "string"},schema:schema6.properties.attachments.else.items.properties.base64.type,parentSchema:schema6.properties.attachments.else.items.properties.base64,data:data18};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
}
else {
const err71 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.attachments.else.items.type,parentSchema:schema6.properties.attachments.else.items,data:data15};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
var _valid6 = _errs53 === errors;
valid16 = _valid6;
}
if(!valid16){
const err72 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.attachments.if,parentSchema:schema6.properties.attachments,data:data14};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if(Array.isArray(data14)){
if(data14.length > 10){
const err73 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/maxItems",keyword:"maxItems",params:{limit: 10},schema:10,parentSchema:schema6.properties.attachments,data:data14};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/type",keyword:"type",params:{type: "array"},schema:schema6.properties.attachments.type,parentSchema:schema6.properties.attachments,data:data14};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.system_prompt !== undefined){
let data19 = data.system_prompt;
const _errs67 = errors;
let valid21 = false;
let passing0 = null;
const _errs68 = errors;
if(typeof data19 === "string"){
if(data19.length > 2000000){
const err75 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/0/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.system_prompt.oneOf[0],data:data19};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
else {
const err76 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/0/type",keyword:"type",params:{type: "string"},schema:schema6.properties.system_prompt.oneOf[0].type,parentSchema:schema6.properties.system_prompt.oneOf[0],data:data19};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
var _valid8 = _errs68 === errors;
if(_valid8){
valid21 = true;
passing0 = 0;
}
const _errs70 = errors;
const _errs72 = errors;
let valid22 = true;
const _errs73 = errors;
if(Array.isArray(data19)){
if(data19.length < 65){
const err77 = {};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
var _valid9 = _errs73 === errors;
errors = _errs72;
if(vErrors !== null){
if(_errs72){
vErrors.length = _errs72;
}
else {
vErrors = null;
}
}
if(!_valid9){
const _errs74 = errors;
if(Array.isArray(data19)){
const len5 = data19.length;
for(let i5=0; i5<len5; i5++){
let data20 = data19[i5];
const _errs77 = errors;
let valid25 = true;
const _errs78 = errors;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 36){
const err78 = {};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
var _valid10 = _errs78 === errors;
errors = _errs77;
if(vErrors !== null){
if(_errs77){
vErrors.length = _errs77;
}
else {
vErrors = null;
}
}
if(!_valid10){
const _errs79 = errors;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
for(const key3 in data20){
if(!(((key3 === "type") || (key3 === "text")) || (key3 === "cache_control"))){
const err79 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.else,data:data20};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
var _valid10 = _errs79 === errors;
valid25 = _valid10;
}
if(!valid25){
const err80 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.system_prompt.oneOf[1].else.items.if,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data20};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length > 35){
const err81 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data20};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(data20.type === undefined){
const err82 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.system_prompt.oneOf[1].else.items.required,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data20};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(data20.text === undefined){
const err83 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "text"},schema:schema6.properties.system_prompt.oneOf[1].else.items.required,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data20};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
if(data20.type !== undefined){
let data21 = data20.type;
if("text" !== data21){
const err84 = {instancePath:instancePath+"/system_prompt/" + i5+"/type",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.type,data:data21};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data20.text !== undefined){
let data22 = data20.text;
if(typeof data22 === "string"){
if(data22.length > 2000000){
const err85 = {instancePath:instancePath+"/system_prompt/" + i5+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text,data:data22};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
if(data22.length < 1){
const err86 = {instancePath:instancePath+"/system_prompt/" + i5+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text,data:data22};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
else {
const err87 = {instancePath:instancePath+"/system_prompt/" + i5+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text.type,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text,data:data22};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
if(data20.cache_control !== undefined){
let data23 = data20.cache_control;
const _errs86 = errors;
let valid27 = true;
const _errs87 = errors;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(Object.keys(data23).length < 34){
const err88 = {};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
var _valid11 = _errs87 === errors;
errors = _errs86;
if(vErrors !== null){
if(_errs86){
vErrors.length = _errs86;
}
else {
vErrors = null;
}
}
if(!_valid11){
const _errs88 = errors;
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key4 in data23){
if(!(key4 === "type")){
const err89 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.else,data:data23};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
}
var _valid11 = _errs88 === errors;
valid27 = _valid11;
}
if(!valid27){
const err90 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.if,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data23};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
if(Object.keys(data23).length > 33){
const err91 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data23};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(data23.type === undefined){
const err92 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.required,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data23};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data23.type !== undefined){
let data24 = data23.type;
if("ephemeral" !== data24){
const err93 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control/type",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/properties/type/const",keyword:"const",params:{allowedValue: "ephemeral"},schema:"ephemeral",parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.properties.type,data:data24};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
else {
const err94 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/type",keyword:"type",params:{type: "object"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.type,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data23};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
}
else {
const err95 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.system_prompt.oneOf[1].else.items.type,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data20};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
}
var _valid9 = _errs74 === errors;
valid22 = _valid9;
}
if(!valid22){
const err96 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.system_prompt.oneOf[1].if,parentSchema:schema6.properties.system_prompt.oneOf[1],data:data19};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(Array.isArray(data19)){
if(data19.length > 64){
const err97 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema6.properties.system_prompt.oneOf[1],data:data19};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
else {
const err98 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/type",keyword:"type",params:{type: "array"},schema:schema6.properties.system_prompt.oneOf[1].type,parentSchema:schema6.properties.system_prompt.oneOf[1],data:data19};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
var _valid8 = _errs70 === errors;
if(_valid8 && valid21){
valid21 = false;
passing0 = [passing0, 1];
}
else {
if(_valid8){
valid21 = true;
passing0 = 1;
}
}
if(!valid21){
const err99 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema6.properties.system_prompt.oneOf,parentSchema:schema6.properties.system_prompt,data:data19};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
else {
errors = _errs67;
if(vErrors !== null){
if(_errs67){
vErrors.length = _errs67;
}
else {
vErrors = null;
}
}
}
}
if(data.generation_settings !== undefined){
let data25 = data.generation_settings;
const _errs93 = errors;
let valid29 = true;
const _errs94 = errors;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(Object.keys(data25).length < 36){
const err100 = {};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
var _valid12 = _errs94 === errors;
errors = _errs93;
if(vErrors !== null){
if(_errs93){
vErrors.length = _errs93;
}
else {
vErrors = null;
}
}
if(!_valid12){
const _errs95 = errors;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
for(const key5 in data25){
if(!(((key5 === "temperature") || (key5 === "maxTokens")) || (key5 === "topP"))){
const err101 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema6.properties.generation_settings.else,data:data25};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
var _valid12 = _errs95 === errors;
valid29 = _valid12;
}
if(!valid29){
const err102 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.generation_settings.if,parentSchema:schema6.properties.generation_settings,data:data25};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(Object.keys(data25).length > 35){
const err103 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.generation_settings,data:data25};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if(data25.temperature !== undefined){
let data26 = data25.temperature;
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 2 || isNaN(data26)){
const err104 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data26};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data26 < 0 || isNaN(data26)){
const err105 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data26};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
else {
const err106 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/type",keyword:"type",params:{type: "number"},schema:schema6.properties.generation_settings.properties.temperature.type,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data26};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data25.maxTokens !== undefined){
let data27 = data25.maxTokens;
if(!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))){
const err107 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/type",keyword:"type",params:{type: "integer"},schema:schema6.properties.generation_settings.properties.maxTokens.type,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data27};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 10000000 || isNaN(data27)){
const err108 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data27};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data27 < 1 || isNaN(data27)){
const err109 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data27};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
}
if(data25.topP !== undefined){
let data28 = data25.topP;
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 1 || isNaN(data28)){
const err110 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.generation_settings.properties.topP,data:data28};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data28 < 0 || isNaN(data28)){
const err111 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.generation_settings.properties.topP,data:data28};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
else {
const err112 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/type",keyword:"type",params:{type: "number"},schema:schema6.properties.generation_settings.properties.topP.type,parentSchema:schema6.properties.generation_settings.properties.topP,data:data28};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
}
else {
const err113 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/type",keyword:"type",params:{type: "object"},schema:schema6.properties.generation_settings.type,parentSchema:schema6.properties.generation_settings,data:data25};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
if(data.max_credits !== undefined){
let data29 = data.max_credits;
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 9000000000 || isNaN(data29)){
const err114 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema6.properties.max_credits,data:data29};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err115 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.max_credits,data:data29};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
else {
const err116 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/type",keyword:"type",params:{type: "number"},schema:schema6.properties.max_credits.type,parentSchema:schema6.properties.max_credits,data:data29};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data.timeout_seconds !== undefined){
let data30 = data.timeout_seconds;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err117 = {instancePath:instancePath+"/timeout_seconds",schemaPath:"#/properties/timeout_seconds/type",keyword:"type",params:{type: "integer"},schema:schema6.properties.timeout_seconds.type,parentSchema:schema6.properties.timeout_seconds,data:data30};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 7200 || isNaN(data30)){
const err118 = {instancePath:instancePath+"/timeout_seconds",schemaPath:"#/properties/timeout_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 7200},schema:7200,parentSchema:schema6.properties.timeout_seconds,data:data30};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
if(data30 < 1 || isNaN(data30)){
const err119 = {instancePath:instancePath+"/timeout_seconds",schemaPath:"#/properties/timeout_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema6.properties.timeout_seconds,data:data30};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
}
if(data.cache !== undefined){
let data31 = data.cache;
const _errs109 = errors;
let valid31 = true;
const _errs110 = errors;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length < 34){
const err120 = {};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
var _valid13 = _errs110 === errors;
errors = _errs109;
if(vErrors !== null){
if(_errs109){
vErrors.length = _errs109;
}
else {
vErrors = null;
}
}
if(!_valid13){
const _errs111 = errors;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
for(const key6 in data31){
if(!(key6 === "maxAgeSeconds")){
const err121 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema6.properties.cache.else,data:data31};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
}
var _valid13 = _errs111 === errors;
valid31 = _valid13;
}
if(!valid31){
const err122 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.cache.if,parentSchema:schema6.properties.cache,data:data31};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length > 33){
const err123 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema6.properties.cache,data:data31};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
if(data31.maxAgeSeconds === undefined){
const err124 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/required",keyword:"required",params:{missingProperty: "maxAgeSeconds"},schema:schema6.properties.cache.required,parentSchema:schema6.properties.cache,data:data31};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if(data31.maxAgeSeconds !== undefined){
let data32 = data31.maxAgeSeconds;
if(!(((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32))) && (isFinite(data32)))){
const err125 = {instancePath:instancePath+"/cache/maxAgeSeconds",schemaPath:"#/properties/cache/properties/maxAgeSeconds/type",keyword:"type",params:{type: "integer"},schema:schema6.properties.cache.properties.maxAgeSeconds.type,parentSchema:schema6.properties.cache.properties.maxAgeSeconds,data:data32};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if((typeof data32 == "number") && (isFinite(data32))){
if(data32 > 2592000 || isNaN(data32)){
const err126 = {instancePath:instancePath+"/cache/maxAgeSeconds",schemaPath:"#/properties/cache/properties/maxAgeSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2592000},schema:2592000,parentSchema:schema6.properties.cache.properties.maxAgeSeconds,data:data32};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(data32 < 0 || isNaN(data32)){
const err127 = {instancePath:instancePath+"/cache/maxAgeSeconds",schemaPath:"#/properties/cache/properties/maxAgeSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.cache.properties.maxAgeSeconds,data:data32};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
}
}
else {
const err128 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/type",keyword:"type",params:{type: "object"},schema:schema6.properties.cache.type,parentSchema:schema6.properties.cache,data:data31};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data.response_schema !== undefined){
let data33 = data.response_schema;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
}
else {
const err129 = {instancePath:instancePath+"/response_schema",schemaPath:"#/properties/response_schema/type",keyword:"type",params:{type: "object"},schema:schema6.properties.response_schema.type,parentSchema:schema6.properties.response_schema,data:data33};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
if(data.model_tuning !== undefined){
let data34 = data.model_tuning;
const _errs120 = errors;
let valid33 = true;
const _errs121 = errors;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(Object.keys(data34).length < 82){
const err130 = {};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
var _valid14 = _errs121 === errors;
errors = _errs120;
if(vErrors !== null){
if(_errs120){
vErrors.length = _errs120;
}
else {
vErrors = null;
}
}
if(!_valid14){
const _errs122 = errors;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key7 in data34){
if(!(func2.call(schema6.properties.model_tuning.else.properties, key7))){
const err131 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema6.properties.model_tuning.else,data:data34};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
}
var _valid14 = _errs122 === errors;
valid33 = _valid14;
}
if(!valid33){
const err132 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.model_tuning.if,parentSchema:schema6.properties.model_tuning,data:data34};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(Object.keys(data34).length > 81){
const err133 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/maxProperties",keyword:"maxProperties",params:{limit: 81},schema:81,parentSchema:schema6.properties.model_tuning,data:data34};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
if(data34["claude-opus-4-7"] !== undefined){
if(!(validate22(data34["claude-opus-4-7"], {instancePath:instancePath+"/model_tuning/claude-opus-4-7",parentData:data34,parentDataProperty:"claude-opus-4-7",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data34["claude-opus-4-6"] !== undefined){
if(!(validate24(data34["claude-opus-4-6"], {instancePath:instancePath+"/model_tuning/claude-opus-4-6",parentData:data34,parentDataProperty:"claude-opus-4-6",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data34["claude-sonnet-4-6"] !== undefined){
if(!(validate24(data34["claude-sonnet-4-6"], {instancePath:instancePath+"/model_tuning/claude-sonnet-4-6",parentData:data34,parentDataProperty:"claude-sonnet-4-6",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data34["claude-haiku-4-5"] !== undefined){
if(!(validate27(data34["claude-haiku-4-5"], {instancePath:instancePath+"/model_tuning/claude-haiku-4-5",parentData:data34,parentDataProperty:"claude-haiku-4-5",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["claude-opus-4-5-20251101"] !== undefined){
if(!(validate27(data34["claude-opus-4-5-20251101"], {instancePath:instancePath+"/model_tuning/claude-opus-4-5-20251101",parentData:data34,parentDataProperty:"claude-opus-4-5-20251101",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["claude-sonnet-4-5-20250929"] !== undefined){
if(!(validate27(data34["claude-sonnet-4-5-20250929"], {instancePath:instancePath+"/model_tuning/claude-sonnet-4-5-20250929",parentData:data34,parentDataProperty:"claude-sonnet-4-5-20250929",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["nova-pro"] !== undefined){
if(!(validate27(data34["nova-pro"], {instancePath:instancePath+"/model_tuning/nova-pro",parentData:data34,parentDataProperty:"nova-pro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["nova-lite"] !== undefined){
if(!(validate27(data34["nova-lite"], {instancePath:instancePath+"/model_tuning/nova-lite",parentData:data34,parentDataProperty:"nova-lite",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["nova-micro"] !== undefined){
if(!(validate27(data34["nova-micro"], {instancePath:instancePath+"/model_tuning/nova-micro",parentData:data34,parentDataProperty:"nova-micro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["nova-2-lite"] !== undefined){
if(!(validate27(data34["nova-2-lite"], {instancePath:instancePath+"/model_tuning/nova-2-lite",parentData:data34,parentDataProperty:"nova-2-lite",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["cerebras-gpt-oss-120b"] !== undefined){
if(!(validate35(data34["cerebras-gpt-oss-120b"], {instancePath:instancePath+"/model_tuning/cerebras-gpt-oss-120b",parentData:data34,parentDataProperty:"cerebras-gpt-oss-120b",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data34["cerebras-qwen-3.8-27b"] !== undefined){
if(!(validate35(data34["cerebras-qwen-3.8-27b"], {instancePath:instancePath+"/model_tuning/cerebras-qwen-3.8-27b",parentData:data34,parentDataProperty:"cerebras-qwen-3.8-27b",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data34["deepseek-v4-pro"] !== undefined){
if(!(validate27(data34["deepseek-v4-pro"], {instancePath:instancePath+"/model_tuning/deepseek-v4-pro",parentData:data34,parentDataProperty:"deepseek-v4-pro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["deepseek-flash"] !== undefined){
if(!(validate27(data34["deepseek-flash"], {instancePath:instancePath+"/model_tuning/deepseek-flash",parentData:data34,parentDataProperty:"deepseek-flash",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gemini-3.1-pro-preview"] !== undefined){
if(!(validate40(data34["gemini-3.1-pro-preview"], {instancePath:instancePath+"/model_tuning/gemini-3.1-pro-preview",parentData:data34,parentDataProperty:"gemini-3.1-pro-preview",rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
}
if(data34["gemini-3.5-flash"] !== undefined){
if(!(validate42(data34["gemini-3.5-flash"], {instancePath:instancePath+"/model_tuning/gemini-3.5-flash",parentData:data34,parentDataProperty:"gemini-3.5-flash",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data34["gemini-3-flash-preview"] !== undefined){
if(!(validate42(data34["gemini-3-flash-preview"], {instancePath:instancePath+"/model_tuning/gemini-3-flash-preview",parentData:data34,parentDataProperty:"gemini-3-flash-preview",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data34["gemini-3.1-flash-lite"] !== undefined){
if(!(validate42(data34["gemini-3.1-flash-lite"], {instancePath:instancePath+"/model_tuning/gemini-3.1-flash-lite",parentData:data34,parentDataProperty:"gemini-3.1-flash-lite",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data34["gemini-2.5-pro"] !== undefined){
if(!(validate27(data34["gemini-2.5-pro"], {instancePath:instancePath+"/model_tuning/gemini-2.5-pro",parentData:data34,parentDataProperty:"gemini-2.5-pro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gemini-2.5-flash"] !== undefined){
if(!(validate27(data34["gemini-2.5-flash"], {instancePath:instancePath+"/model_tuning/gemini-2.5-flash",parentData:data34,parentDataProperty:"gemini-2.5-flash",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gemini-2.5-flash-lite"] !== undefined){
if(!(validate27(data34["gemini-2.5-flash-lite"], {instancePath:instancePath+"/model_tuning/gemini-2.5-flash-lite",parentData:data34,parentDataProperty:"gemini-2.5-flash-lite",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-oss-120b"] !== undefined){
if(!(validate27(data34["gpt-oss-120b"], {instancePath:instancePath+"/model_tuning/gpt-oss-120b",parentData:data34,parentDataProperty:"gpt-oss-120b",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-oss-20b"] !== undefined){
if(!(validate27(data34["gpt-oss-20b"], {instancePath:instancePath+"/model_tuning/gpt-oss-20b",parentData:data34,parentDataProperty:"gpt-oss-20b",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["qwen3.6-27b"] !== undefined){
if(!(validate27(data34["qwen3.6-27b"], {instancePath:instancePath+"/model_tuning/qwen3.6-27b",parentData:data34,parentDataProperty:"qwen3.6-27b",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["mistral-large-2512"] !== undefined){
if(!(validate27(data34["mistral-large-2512"], {instancePath:instancePath+"/model_tuning/mistral-large-2512",parentData:data34,parentDataProperty:"mistral-large-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["mistral-medium-2604"] !== undefined){
if(!(validate27(data34["mistral-medium-2604"], {instancePath:instancePath+"/model_tuning/mistral-medium-2604",parentData:data34,parentDataProperty:"mistral-medium-2604",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["mistral-small-2603"] !== undefined){
if(!(validate27(data34["mistral-small-2603"], {instancePath:instancePath+"/model_tuning/mistral-small-2603",parentData:data34,parentDataProperty:"mistral-small-2603",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["ministral-14b-2512"] !== undefined){
if(!(validate27(data34["ministral-14b-2512"], {instancePath:instancePath+"/model_tuning/ministral-14b-2512",parentData:data34,parentDataProperty:"ministral-14b-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["ministral-8b-2512"] !== undefined){
if(!(validate27(data34["ministral-8b-2512"], {instancePath:instancePath+"/model_tuning/ministral-8b-2512",parentData:data34,parentDataProperty:"ministral-8b-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["ministral-3b-2512"] !== undefined){
if(!(validate27(data34["ministral-3b-2512"], {instancePath:instancePath+"/model_tuning/ministral-3b-2512",parentData:data34,parentDataProperty:"ministral-3b-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["codestral-2508"] !== undefined){
if(!(validate27(data34["codestral-2508"], {instancePath:instancePath+"/model_tuning/codestral-2508",parentData:data34,parentDataProperty:"codestral-2508",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5.5"] !== undefined){
if(!(validate59(data34["gpt-5.5"], {instancePath:instancePath+"/model_tuning/gpt-5.5",parentData:data34,parentDataProperty:"gpt-5.5",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5.4"] !== undefined){
if(!(validate59(data34["gpt-5.4"], {instancePath:instancePath+"/model_tuning/gpt-5.4",parentData:data34,parentDataProperty:"gpt-5.4",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5.2"] !== undefined){
if(!(validate59(data34["gpt-5.2"], {instancePath:instancePath+"/model_tuning/gpt-5.2",parentData:data34,parentDataProperty:"gpt-5.2",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34.o3 !== undefined){
if(!(validate63(data34.o3, {instancePath:instancePath+"/model_tuning/o3",parentData:data34,parentDataProperty:"o3",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data34["o3-pro"] !== undefined){
if(!(validate63(data34["o3-pro"], {instancePath:instancePath+"/model_tuning/o3-pro",parentData:data34,parentDataProperty:"o3-pro",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5.4-mini"] !== undefined){
if(!(validate59(data34["gpt-5.4-mini"], {instancePath:instancePath+"/model_tuning/gpt-5.4-mini",parentData:data34,parentDataProperty:"gpt-5.4-mini",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5.4-nano"] !== undefined){
if(!(validate59(data34["gpt-5.4-nano"], {instancePath:instancePath+"/model_tuning/gpt-5.4-nano",parentData:data34,parentDataProperty:"gpt-5.4-nano",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5.1"] !== undefined){
if(!(validate59(data34["gpt-5.1"], {instancePath:instancePath+"/model_tuning/gpt-5.1",parentData:data34,parentDataProperty:"gpt-5.1",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5"] !== undefined){
if(!(validate59(data34["gpt-5"], {instancePath:instancePath+"/model_tuning/gpt-5",parentData:data34,parentDataProperty:"gpt-5",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-5-mini"] !== undefined){
if(!(validate59(data34["gpt-5-mini"], {instancePath:instancePath+"/model_tuning/gpt-5-mini",parentData:data34,parentDataProperty:"gpt-5-mini",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data34["gpt-4.1"] !== undefined){
if(!(validate27(data34["gpt-4.1"], {instancePath:instancePath+"/model_tuning/gpt-4.1",parentData:data34,parentDataProperty:"gpt-4.1",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-4.1-mini"] !== undefined){
if(!(validate27(data34["gpt-4.1-mini"], {instancePath:instancePath+"/model_tuning/gpt-4.1-mini",parentData:data34,parentDataProperty:"gpt-4.1-mini",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-4o"] !== undefined){
if(!(validate27(data34["gpt-4o"], {instancePath:instancePath+"/model_tuning/gpt-4o",parentData:data34,parentDataProperty:"gpt-4o",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-4o-mini"] !== undefined){
if(!(validate27(data34["gpt-4o-mini"], {instancePath:instancePath+"/model_tuning/gpt-4o-mini",parentData:data34,parentDataProperty:"gpt-4o-mini",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["gpt-4o-2024-11-20"] !== undefined){
if(!(validate27(data34["gpt-4o-2024-11-20"], {instancePath:instancePath+"/model_tuning/gpt-4o-2024-11-20",parentData:data34,parentDataProperty:"gpt-4o-2024-11-20",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data34["grok-4.5"] !== undefined){
if(!(validate76(data34["grok-4.5"], {instancePath:instancePath+"/model_tuning/grok-4.5",parentData:data34,parentDataProperty:"grok-4.5",rootData}))){
vErrors = vErrors === null ? validate76.errors : vErrors.concat(validate76.errors);
errors = vErrors.length;
}
}
if(data34["grok-4.3"] !== undefined){
if(!(validate78(data34["grok-4.3"], {instancePath:instancePath+"/model_tuning/grok-4.3",parentData:data34,parentDataProperty:"grok-4.3",rootData}))){
vErrors = vErrors === null ? validate78.errors : vErrors.concat(validate78.errors);
errors = vErrors.length;
}
}
if(data34["grok-4.20-0309-non-reasoning"] !== undefined){
if(!(validate27(data34["grok-4.20-0309-non-reasoning"], {instancePath:instancePath+"/model_tuning/grok-4.20-0309-non-reasoning",parentData:data34,parentDataProperty:"grok-4.20-0309-non-reasoning",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err134 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/type",keyword:"type",params:{type: "object"},schema:schema6.properties.model_tuning.type,parentSchema:schema6.properties.model_tuning,data:data34};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
if(data.zero_data_retention !== undefined){
let data84 = data.zero_data_retention;
if(typeof data84 !== "boolean"){
const err135 = {instancePath:instancePath+"/zero_data_retention",schemaPath:"#/properties/zero_data_retention/type",keyword:"type",params:{type: "boolean"},schema:schema6.properties.zero_data_retention.type,parentSchema:schema6.properties.zero_data_retention,data:data84};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data.history !== undefined){
let data85 = data.history;
const _errs177 = errors;
let valid35 = true;
const _errs178 = errors;
if(Array.isArray(data85)){
if(data85.length < 201){
const err136 = {};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
var _valid15 = _errs178 === errors;
errors = _errs177;
if(vErrors !== null){
if(_errs177){
vErrors.length = _errs177;
}
else {
vErrors = null;
}
}
if(!_valid15){
const _errs179 = errors;
if(Array.isArray(data85)){
const len6 = data85.length;
for(let i6=0; i6<len6; i6++){
let data86 = data85[i6];
const _errs182 = errors;
let valid38 = true;
const _errs183 = errors;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
if(Object.keys(data86).length < 36){
const err137 = {};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
var _valid16 = _errs183 === errors;
errors = _errs182;
if(vErrors !== null){
if(_errs182){
vErrors.length = _errs182;
}
else {
vErrors = null;
}
}
if(!_valid16){
const _errs184 = errors;
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
for(const key8 in data86){
if(!(((key8 === "role") || (key8 === "content")) || (key8 === "cache_control"))){
const err138 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},schema:false,parentSchema:schema6.properties.history.else.items.else,data:data86};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
}
var _valid16 = _errs184 === errors;
valid38 = _valid16;
}
if(!valid38){
const err139 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.history.else.items.if,parentSchema:schema6.properties.history.else.items,data:data86};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if(data86 && typeof data86 == "object" && !Array.isArray(data86)){
if(Object.keys(data86).length > 35){
const err140 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.history.else.items,data:data86};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
if(data86.role === undefined){
const err141 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/required",keyword:"required",params:{missingProperty: "role"},schema:schema6.properties.history.else.items.required,parentSchema:schema6.properties.history.else.items,data:data86};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
if(data86.content === undefined){
const err142 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/required",keyword:"required",params:{missingProperty: "content"},schema:schema6.properties.history.else.items.required,parentSchema:schema6.properties.history.else.items,data:data86};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
if(data86.role !== undefined){
let data87 = data86.role;
if(!((data87 === "user") || (data87 === "assistant"))){
const err143 = {instancePath:instancePath+"/history/" + i6+"/role",schemaPath:"#/properties/history/else/items/properties/role/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.else.items.properties.role.enum},schema:schema6.properties.history.else.items.properties.role.enum,parentSchema:schema6.properties.history.else.items.properties.role,data:data87};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data86.content !== undefined){
let data88 = data86.content;
if(typeof data88 === "string"){
if(data88.length > 2000000){
const err144 = {instancePath:instancePath+"/history/" + i6+"/content",schemaPath:"#/properties/history/else/items/properties/content/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.history.else.items.properties.content,data:data88};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if(data88.length < 1){
const err145 = {instancePath:instancePath+"/history/" + i6+"/content",schemaPath:"#/properties/history/else/items/properties/content/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.history.else.items.properties.content,data:data88};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
else {
const err146 = {instancePath:instancePath+"/history/" + i6+"/content",schemaPath:"#/properties/history/else/items/properties/content/type",keyword:"type",params:{type: "string"},schema:schema6.properties.history.else.items.properties.content.type,parentSchema:schema6.properties.history.else.items.properties.content,data:data88};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data86.cache_control !== undefined){
let data89 = data86.cache_control;
const _errs191 = errors;
let valid40 = true;
const _errs192 = errors;
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
if(Object.keys(data89).length < 34){
const err147 = {};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
var _valid17 = _errs192 === errors;
errors = _errs191;
if(vErrors !== null){
if(_errs191){
vErrors.length = _errs191;
}
else {
vErrors = null;
}
}
if(!_valid17){
const _errs193 = errors;
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
for(const key9 in data89){
if(!(key9 === "type")){
const err148 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},schema:false,parentSchema:schema6.properties.history.else.items.properties.cache_control.else,data:data89};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
}
var _valid17 = _errs193 === errors;
valid40 = _valid17;
}
if(!valid40){
const err149 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.history.else.items.properties.cache_control.if,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data89};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
if(data89 && typeof data89 == "object" && !Array.isArray(data89)){
if(Object.keys(data89).length > 33){
const err150 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data89};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
if(data89.type === undefined){
const err151 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.history.else.items.properties.cache_control.required,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data89};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
if(data89.type !== undefined){
let data90 = data89.type;
if("ephemeral" !== data90){
const err152 = {instancePath:instancePath+"/history/" + i6+"/cache_control/type",schemaPath:"#/properties/history/else/items/properties/cache_control/properties/type/const",keyword:"const",params:{allowedValue: "ephemeral"},schema:"ephemeral",parentSchema:schema6.properties.history.else.items.properties.cache_control.properties.type,data:data90};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
}
else {
const err153 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/type",keyword:"type",params:{type: "object"},schema:schema6.properties.history.else.items.properties.cache_control.type,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data89};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
}
else {
const err154 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.history.else.items.type,parentSchema:schema6.properties.history.else.items,data:data86};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
}
var _valid15 = _errs179 === errors;
valid35 = _valid15;
}
if(!valid35){
const err155 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.history.if,parentSchema:schema6.properties.history,data:data85};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
if(Array.isArray(data85)){
if(data85.length > 200){
const err156 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/maxItems",keyword:"maxItems",params:{limit: 200},schema:200,parentSchema:schema6.properties.history,data:data85};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
else {
const err157 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "array"},schema:schema6.properties.history.type,parentSchema:schema6.properties.history,data:data85};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
}
else {
const err158 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const validateCompareRequest = validate81;
const schema17 = {"type":"object","required":["prompt","answers","judges"],"properties":{"prompt":{"type":"string","maxLength":2000000,"pattern":"\\S","x-unit":"bytes","x-problems":{"maxLength":{"code":"length","message":"must have at most 2000000 bytes of UTF-8"},"pattern":{"code":"pattern","message":"must hold at least one character that is not white space"}}},"answers":{"type":"array","minItems":2,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["text"],"properties":{"text":{"type":"string","maxLength":2000000},"modelId":{"type":"string","minLength":1,"maxLength":128}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"text":true,"modelId":true},"additionalProperties":false}}}},"judges":{"type":"array","maxItems":6,"minItems":1,"if":{"minItems":7},"else":{"items":{"type":"string","enum":["claude-opus-4-7","claude-opus-4-6","claude-sonnet-4-6","claude-haiku-4-5","claude-opus-4-5-20251101","claude-sonnet-4-5-20250929","nova-pro","nova-lite","nova-micro","nova-2-lite","cerebras-gpt-oss-120b","cerebras-qwen-3.8-27b","deepseek-v4-pro","deepseek-flash","gemini-3.1-pro-preview","gemini-3.5-flash","gemini-3-flash-preview","gemini-3.1-flash-lite","gemini-2.5-pro","gemini-2.5-flash","gemini-2.5-flash-lite","gpt-oss-120b","gpt-oss-20b","qwen3.6-27b","mistral-large-2512","mistral-medium-2604","mistral-small-2603","ministral-14b-2512","ministral-8b-2512","ministral-3b-2512","codestral-2508","gpt-5.5","gpt-5.4","gpt-5.2","o3","o3-pro","gpt-5.4-mini","gpt-5.4-nano","gpt-5.1","gpt-5","gpt-5-mini","gpt-4.1","gpt-4.1-mini","gpt-4o","gpt-4o-mini","gpt-4o-2024-11-20","grok-4.5","grok-4.3","grok-4.20-0309-non-reasoning"],"x-problems":{"enum":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true,"beginning":{"with":"panel/","message":"panels are only on /v1/chat/completions and /v1/responses; name models and judges here"}}}}}},"judge_pairs":{"type":"array","minItems":1,"maxItems":200,"if":{"minItems":201},"else":{"items":{"type":"array","minItems":2,"maxItems":2,"if":{"minItems":3},"else":{"items":{"type":"integer","minimum":0,"maximum":63}}}}},"judge_prompt":{"type":"string","maxLength":100000},"calibration":{"type":"string","maxLength":64,"pattern":"^[A-Za-z0-9][A-Za-z0-9._-]*$","x-problems":{"pattern":{"code":"pattern","message":"must be the name of a calibration, or none: letters, digits, dots, dashes and underscores"}}},"attachments":{"type":"array","maxItems":10,"if":{"minItems":11},"else":{"items":{"type":"object","required":["name","type","base64"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$","x-problems":{"pattern":{"code":"pattern","message":"must be a plain file name: no control characters, slashes or backslashes"}}},"type":{"type":"string","maxLength":255,"pattern":"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$","x-problems":{"pattern":{"code":"pattern","message":"must be a media type such as image/png, without parameters"}}},"base64":{"type":"string","maxLength":28000000}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"name":true,"type":true,"base64":true},"additionalProperties":false}}}},"system_prompt":{"oneOf":[{"type":"string","maxLength":2000000},{"type":"array","maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["type","text"],"properties":{"type":{"const":"text"},"text":{"type":"string","minLength":1,"maxLength":2000000},"cache_control":{"type":"object","required":["type"],"properties":{"type":{"const":"ephemeral"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"type":true},"additionalProperties":false}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"type":true,"text":true,"cache_control":{"x-fields":["type"]}},"additionalProperties":false}}}}]},"max_credits":{"type":"number","minimum":0,"maximum":9000000000},"timeout_seconds":{"type":"integer","minimum":1,"maximum":7200},"zero_data_retention":{"type":"boolean"},"history":{"type":"array","maxItems":200,"if":{"minItems":201},"else":{"items":{"type":"object","required":["role","content"],"properties":{"role":{"enum":["user","assistant"]},"content":{"type":"string","minLength":1,"maxLength":2000000},"cache_control":{"type":"object","required":["type"],"properties":{"type":{"const":"ephemeral"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"type":true},"additionalProperties":false}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"role":true,"content":true,"cache_control":{"x-fields":["type"]}},"additionalProperties":false}}}}},"definitions":{},"maxProperties":44,"if":{"minProperties":45},"else":{"properties":{"prompt":true,"answers":true,"judges":true,"judge_pairs":true,"judge_prompt":true,"calibration":true,"attachments":true,"system_prompt":true,"max_credits":true,"timeout_seconds":true,"zero_data_retention":true,"history":true},"additionalProperties":false}};

function validate81(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 45){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema17.else.properties, key0))){
const err1 = {instancePath,schemaPath:"#/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema17.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
}
if(!valid0){
const err2 = {instancePath,schemaPath:"#/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.if,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 44){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 44},schema:44,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.prompt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"},schema:schema17.required,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.answers === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answers"},schema:schema17.required,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.judges === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "judges"},schema:schema17.required,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(data0.length > 2000000){
const err7 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema17.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern0.test(data0)){
const err8 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema17.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},schema:schema17.properties.prompt.type,parentSchema:schema17.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.answers !== undefined){
let data1 = data.answers;
const _errs9 = errors;
let valid2 = true;
const _errs10 = errors;
if(Array.isArray(data1)){
if(data1.length < 65){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid1 = _errs10 === errors;
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
if(!_valid1){
const _errs11 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs14 = errors;
let valid5 = true;
const _errs15 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length < 35){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
var _valid2 = _errs15 === errors;
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
if(!_valid2){
const _errs16 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(!((key1 === "text") || (key1 === "modelId"))){
const err12 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema17.properties.answers.else.items.else,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
var _valid2 = _errs16 === errors;
valid5 = _valid2;
}
if(!valid5){
const err13 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.answers.else.items.if,parentSchema:schema17.properties.answers.else.items,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 34){
const err14 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema17.properties.answers.else.items,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data2.text === undefined){
const err15 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/required",keyword:"required",params:{missingProperty: "text"},schema:schema17.properties.answers.else.items.required,parentSchema:schema17.properties.answers.else.items,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data2.text !== undefined){
let data3 = data2.text;
if(typeof data3 === "string"){
if(data3.length > 2000000){
const err16 = {instancePath:instancePath+"/answers/" + i0+"/text",schemaPath:"#/properties/answers/else/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema17.properties.answers.else.items.properties.text,data:data3};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/answers/" + i0+"/text",schemaPath:"#/properties/answers/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema17.properties.answers.else.items.properties.text.type,parentSchema:schema17.properties.answers.else.items.properties.text,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data2.modelId !== undefined){
let data4 = data2.modelId;
if(typeof data4 === "string"){
if(data4.length > 128){
const err18 = {instancePath:instancePath+"/answers/" + i0+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/maxLength",keyword:"maxLength",params:{limit: 128},schema:128,parentSchema:schema17.properties.answers.else.items.properties.modelId,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data4.length < 1){
const err19 = {instancePath:instancePath+"/answers/" + i0+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema17.properties.answers.else.items.properties.modelId,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/answers/" + i0+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/type",keyword:"type",params:{type: "string"},schema:schema17.properties.answers.else.items.properties.modelId.type,parentSchema:schema17.properties.answers.else.items.properties.modelId,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/type",keyword:"type",params:{type: "object"},schema:schema17.properties.answers.else.items.type,parentSchema:schema17.properties.answers.else.items,data:data2};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
var _valid1 = _errs11 === errors;
valid2 = _valid1;
}
if(!valid2){
const err22 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.answers.if,parentSchema:schema17.properties.answers,data:data1};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 64){
const err23 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema17.properties.answers,data:data1};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data1.length < 2){
const err24 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/minItems",keyword:"minItems",params:{limit: 2},schema:2,parentSchema:schema17.properties.answers,data:data1};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "array"},schema:schema17.properties.answers.type,parentSchema:schema17.properties.answers,data:data1};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.judges !== undefined){
let data5 = data.judges;
const _errs24 = errors;
let valid7 = true;
const _errs25 = errors;
if(Array.isArray(data5)){
if(data5.length < 7){
const err26 = {};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var _valid3 = _errs25 === errors;
errors = _errs24;
if(vErrors !== null){
if(_errs24){
vErrors.length = _errs24;
}
else {
vErrors = null;
}
}
if(!_valid3){
const _errs26 = errors;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
if(typeof data6 !== "string"){
const err27 = {instancePath:instancePath+"/judges/" + i1,schemaPath:"#/properties/judges/else/items/type",keyword:"type",params:{type: "string"},schema:schema17.properties.judges.else.items.type,parentSchema:schema17.properties.judges.else.items,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(!(((((((((((((((((((((((((((((((((((((((((((((((((data6 === "claude-opus-4-7") || (data6 === "claude-opus-4-6")) || (data6 === "claude-sonnet-4-6")) || (data6 === "claude-haiku-4-5")) || (data6 === "claude-opus-4-5-20251101")) || (data6 === "claude-sonnet-4-5-20250929")) || (data6 === "nova-pro")) || (data6 === "nova-lite")) || (data6 === "nova-micro")) || (data6 === "nova-2-lite")) || (data6 === "cerebras-gpt-oss-120b")) || (data6 === "cerebras-qwen-3.8-27b")) || (data6 === "deepseek-v4-pro")) || (data6 === "deepseek-flash")) || (data6 === "gemini-3.1-pro-preview")) || (data6 === "gemini-3.5-flash")) || (data6 === "gemini-3-flash-preview")) || (data6 === "gemini-3.1-flash-lite")) || (data6 === "gemini-2.5-pro")) || (data6 === "gemini-2.5-flash")) || (data6 === "gemini-2.5-flash-lite")) || (data6 === "gpt-oss-120b")) || (data6 === "gpt-oss-20b")) || (data6 === "qwen3.6-27b")) || (data6 === "mistral-large-2512")) || (data6 === "mistral-medium-2604")) || (data6 === "mistral-small-2603")) || (data6 === "ministral-14b-2512")) || (data6 === "ministral-8b-2512")) || (data6 === "ministral-3b-2512")) || (data6 === "codestral-2508")) || (data6 === "gpt-5.5")) || (data6 === "gpt-5.4")) || (data6 === "gpt-5.2")) || (data6 === "o3")) || (data6 === "o3-pro")) || (data6 === "gpt-5.4-mini")) || (data6 === "gpt-5.4-nano")) || (data6 === "gpt-5.1")) || (data6 === "gpt-5")) || (data6 === "gpt-5-mini")) || (data6 === "gpt-4.1")) || (data6 === "gpt-4.1-mini")) || (data6 === "gpt-4o")) || (data6 === "gpt-4o-mini")) || (data6 === "gpt-4o-2024-11-20")) || (data6 === "grok-4.5")) || (data6 === "grok-4.3")) || (data6 === "grok-4.20-0309-non-reasoning"))){
const err28 = {instancePath:instancePath+"/judges/" + i1,schemaPath:"#/properties/judges/else/items/enum",keyword:"enum",params:{allowedValues: schema17.properties.judges.else.items.enum},schema:schema17.properties.judges.else.items.enum,parentSchema:schema17.properties.judges.else.items,data:data6};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
var _valid3 = _errs26 === errors;
valid7 = _valid3;
}
if(!valid7){
const err29 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.judges.if,parentSchema:schema17.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(Array.isArray(data5)){
if(data5.length > 6){
const err30 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/maxItems",keyword:"maxItems",params:{limit: 6},schema:6,parentSchema:schema17.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data5.length < 1){
const err31 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema17.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/type",keyword:"type",params:{type: "array"},schema:schema17.properties.judges.type,parentSchema:schema17.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.judge_pairs !== undefined){
let data7 = data.judge_pairs;
const _errs31 = errors;
let valid10 = true;
const _errs32 = errors;
if(Array.isArray(data7)){
if(data7.length < 201){
const err33 = {};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
var _valid4 = _errs32 === errors;
errors = _errs31;
if(vErrors !== null){
if(_errs31){
vErrors.length = _errs31;
}
else {
vErrors = null;
}
}
if(!_valid4){
const _errs33 = errors;
if(Array.isArray(data7)){
const len2 = data7.length;
for(let i2=0; i2<len2; i2++){
let data8 = data7[i2];
const _errs36 = errors;
let valid13 = true;
const _errs37 = errors;
if(Array.isArray(data8)){
if(data8.length < 3){
const err34 = {};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
var _valid5 = _errs37 === errors;
errors = _errs36;
if(vErrors !== null){
if(_errs36){
vErrors.length = _errs36;
}
else {
vErrors = null;
}
}
if(!_valid5){
const _errs38 = errors;
if(Array.isArray(data8)){
const len3 = data8.length;
for(let i3=0; i3<len3; i3++){
let data9 = data8[i3];
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err35 = {instancePath:instancePath+"/judge_pairs/" + i2+"/" + i3,schemaPath:"#/properties/judge_pairs/else/items/else/items/type",keyword:"type",params:{type: "integer"},schema:schema17.properties.judge_pairs.else.items.else.items.type,parentSchema:schema17.properties.judge_pairs.else.items.else.items,data:data9};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 63 || isNaN(data9)){
const err36 = {instancePath:instancePath+"/judge_pairs/" + i2+"/" + i3,schemaPath:"#/properties/judge_pairs/else/items/else/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 63},schema:63,parentSchema:schema17.properties.judge_pairs.else.items.else.items,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err37 = {instancePath:instancePath+"/judge_pairs/" + i2+"/" + i3,schemaPath:"#/properties/judge_pairs/else/items/else/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema17.properties.judge_pairs.else.items.else.items,data:data9};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
}
var _valid5 = _errs38 === errors;
valid13 = _valid5;
}
if(!valid13){
const err38 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.judge_pairs.else.items.if,parentSchema:schema17.properties.judge_pairs.else.items,data:data8};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(Array.isArray(data8)){
if(data8.length > 2){
const err39 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/maxItems",keyword:"maxItems",params:{limit: 2},schema:2,parentSchema:schema17.properties.judge_pairs.else.items,data:data8};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(data8.length < 2){
const err40 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/minItems",keyword:"minItems",params:{limit: 2},schema:2,parentSchema:schema17.properties.judge_pairs.else.items,data:data8};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
else {
const err41 = {instancePath:instancePath+"/judge_pairs/" + i2,schemaPath:"#/properties/judge_pairs/else/items/type",keyword:"type",params:{type: "array"},schema:schema17.properties.judge_pairs.else.items.type,parentSchema:schema17.properties.judge_pairs.else.items,data:data8};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
var _valid4 = _errs33 === errors;
valid10 = _valid4;
}
if(!valid10){
const err42 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.judge_pairs.if,parentSchema:schema17.properties.judge_pairs,data:data7};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(Array.isArray(data7)){
if(data7.length > 200){
const err43 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/maxItems",keyword:"maxItems",params:{limit: 200},schema:200,parentSchema:schema17.properties.judge_pairs,data:data7};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data7.length < 1){
const err44 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema17.properties.judge_pairs,data:data7};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/judge_pairs",schemaPath:"#/properties/judge_pairs/type",keyword:"type",params:{type: "array"},schema:schema17.properties.judge_pairs.type,parentSchema:schema17.properties.judge_pairs,data:data7};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.judge_prompt !== undefined){
let data10 = data.judge_prompt;
if(typeof data10 === "string"){
if(data10.length > 100000){
const err46 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 100000},schema:100000,parentSchema:schema17.properties.judge_prompt,data:data10};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema17.properties.judge_prompt.type,parentSchema:schema17.properties.judge_prompt,data:data10};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.calibration !== undefined){
let data11 = data.calibration;
if(typeof data11 === "string"){
if(data11.length > 64){
const err48 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema17.properties.calibration,data:data11};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(!pattern1.test(data11)){
const err49 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9._-]*$"},schema:"^[A-Za-z0-9][A-Za-z0-9._-]*$",parentSchema:schema17.properties.calibration,data:data11};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/type",keyword:"type",params:{type: "string"},schema:schema17.properties.calibration.type,parentSchema:schema17.properties.calibration,data:data11};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.attachments !== undefined){
let data12 = data.attachments;
const _errs47 = errors;
let valid16 = true;
const _errs48 = errors;
if(Array.isArray(data12)){
if(data12.length < 11){
const err51 = {};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
var _valid6 = _errs48 === errors;
errors = _errs47;
if(vErrors !== null){
if(_errs47){
vErrors.length = _errs47;
}
else {
vErrors = null;
}
}
if(!_valid6){
const _errs49 = errors;
if(Array.isArray(data12)){
const len4 = data12.length;
for(let i4=0; i4<len4; i4++){
let data13 = data12[i4];
const _errs52 = errors;
let valid19 = true;
const _errs53 = errors;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length < 36){
const err52 = {};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
var _valid7 = _errs53 === errors;
errors = _errs52;
if(vErrors !== null){
if(_errs52){
vErrors.length = _errs52;
}
else {
vErrors = null;
}
}
if(!_valid7){
const _errs54 = errors;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key2 in data13){
if(!(((key2 === "name") || (key2 === "type")) || (key2 === "base64"))){
const err53 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema17.properties.attachments.else.items.else,data:data13};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
var _valid7 = _errs54 === errors;
valid19 = _valid7;
}
if(!valid19){
const err54 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.attachments.else.items.if,parentSchema:schema17.properties.attachments.else.items,data:data13};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 35){
const err55 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema17.properties.attachments.else.items,data:data13};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(data13.name === undefined){
const err56 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "name"},schema:schema17.properties.attachments.else.items.required,parentSchema:schema17.properties.attachments.else.items,data:data13};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data13.type === undefined){
const err57 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema17.properties.attachments.else.items.required,parentSchema:schema17.properties.attachments.else.items,data:data13};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data13.base64 === undefined){
const err58 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "base64"},schema:schema17.properties.attachments.else.items.required,parentSchema:schema17.properties.attachments.else.items,data:data13};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data13.name !== undefined){
let data14 = data13.name;
if(typeof data14 === "string"){
if(data14.length > 255){
const err59 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema17.properties.attachments.else.items.properties.name,data:data14};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(data14.length < 1){
const err60 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema17.properties.attachments.else.items.properties.name,data:data14};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(!pattern2.test(data14)){
const err61 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$"},schema:"^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$",parentSchema:schema17.properties.attachments.else.items.properties.name,data:data14};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/attachments/" + i4+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema17.properties.attachments.else.items.properties.name.type,parentSchema:schema17.properties.attachments.else.items.properties.name,data:data14};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data13.type !== undefined){
let data15 = data13.type;
if(typeof data15 === "string"){
if(data15.length > 255){
const err63 = {instancePath:instancePath+"/attachments/" + i4+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema17.properties.attachments.else.items.properties.type,data:data15};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(!pattern3.test(data15)){
const err64 = {instancePath:instancePath+"/attachments/" + i4+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$"},schema:"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$",parentSchema:schema17.properties.attachments.else.items.properties.type,data:data15};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/attachments/" + i4+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/type",keyword:"type",params:{type: "string"},schema:schema17.properties.attachments.else.items.properties.type.type,parentSchema:schema17.properties.attachments.else.items.properties.type,data:data15};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data13.base64 !== undefined){
let data16 = data13.base64;
if(typeof data16 === "string"){
if(data16.length > 28000000){
const err66 = {instancePath:instancePath+"/attachments/" + i4+"/base64",schemaPath:"#/properties/attachments/else/items/properties/base64/maxLength",keyword:"maxLength",params:{limit: 28000000},schema:28000000,parentSchema:schema17.properties.attachments.else.items.properties.base64,data:data16};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/attachments/" + i4+"/base64",schemaPath:"#/properties/attachments/else/items/properties/base64/type",keyword:"type",params:{type: "string"},schema:schema17.properties.attachments.else.items.properties.base64.type,parentSchema:schema17.properties.attachments.else.items.properties.base64,data:data16};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
}
else {
const err68 = {instancePath:instancePath+"/attachments/" + i4,schemaPath:"#/properties/attachments/else/items/type",keyword:"type",params:{type: "object"},schema:schema17.properties.attachments.else.items.type,parentSchema:schema17.properties.attachments.else.items,data:data13};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
var _valid6 = _errs49 === errors;
valid16 = _valid6;
}
if(!valid16){
const err69 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.attachments.if,parentSchema:schema17.properties.attachments,data:data12};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(Array.isArray(data12)){
if(data12.length > 10){
const err70 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/maxItems",keyword:"maxItems",params:{limit: 10},schema:10,parentSchema:schema17.properties.attachments,data:data12};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/type",keyword:"type",params:{type: "array"},schema:schema17.properties.attachments.type,parentSchema:schema17.properties.attachments,data:data12};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.system_prompt !== undefined){
let data17 = data.system_prompt;
const _errs63 = errors;
let valid21 = false;
let passing0 = null;
const _errs64 = errors;
if(typeof data17 === "string"){
if(data17.length > 2000000){
const err72 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/0/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema17.properties.system_prompt.oneOf[0],data:data17};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
else {
const err73 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/0/type",keyword:"type",params:{type: "string"},schema:schema17.properties.system_prompt.oneOf[0].type,parentSchema:schema17.properties.system_prompt.oneOf[0],data:data17};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
var _valid8 = _errs64 === errors;
if(_valid8){
valid21 = true;
passing0 = 0;
}
const _errs66 = errors;
const _errs68 = errors;
let valid22 = true;
const _errs69 = errors;
if(Array.isArray(data17)){
if(data17.length < 65){
const err74 = {};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
var _valid9 = _errs69 === errors;
errors = _errs68;
if(vErrors !== null){
if(_errs68){
vErrors.length = _errs68;
}
else {
vErrors = null;
}
}
if(!_valid9){
const _errs70 = errors;
if(Array.isArray(data17)){
const len5 = data17.length;
for(let i5=0; i5<len5; i5++){
let data18 = data17[i5];
const _errs73 = errors;
let valid25 = true;
const _errs74 = errors;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 36){
const err75 = {};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
var _valid10 = _errs74 === errors;
errors = _errs73;
if(vErrors !== null){
if(_errs73){
vErrors.length = _errs73;
}
else {
vErrors = null;
}
}
if(!_valid10){
const _errs75 = errors;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
for(const key3 in data18){
if(!(((key3 === "type") || (key3 === "text")) || (key3 === "cache_control"))){
const err76 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.else,data:data18};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
var _valid10 = _errs75 === errors;
valid25 = _valid10;
}
if(!valid25){
const err77 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.system_prompt.oneOf[1].else.items.if,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items,data:data18};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length > 35){
const err78 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items,data:data18};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if(data18.type === undefined){
const err79 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema17.properties.system_prompt.oneOf[1].else.items.required,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items,data:data18};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data18.text === undefined){
const err80 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "text"},schema:schema17.properties.system_prompt.oneOf[1].else.items.required,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items,data:data18};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data18.type !== undefined){
let data19 = data18.type;
if("text" !== data19){
const err81 = {instancePath:instancePath+"/system_prompt/" + i5+"/type",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.type,data:data19};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data18.text !== undefined){
let data20 = data18.text;
if(typeof data20 === "string"){
if(data20.length > 2000000){
const err82 = {instancePath:instancePath+"/system_prompt/" + i5+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.text,data:data20};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(data20.length < 1){
const err83 = {instancePath:instancePath+"/system_prompt/" + i5+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.text,data:data20};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
else {
const err84 = {instancePath:instancePath+"/system_prompt/" + i5+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema17.properties.system_prompt.oneOf[1].else.items.properties.text.type,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.text,data:data20};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data18.cache_control !== undefined){
let data21 = data18.cache_control;
const _errs82 = errors;
let valid27 = true;
const _errs83 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length < 34){
const err85 = {};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
var _valid11 = _errs83 === errors;
errors = _errs82;
if(vErrors !== null){
if(_errs82){
vErrors.length = _errs82;
}
else {
vErrors = null;
}
}
if(!_valid11){
const _errs84 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key4 in data21){
if(!(key4 === "type")){
const err86 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control.else,data:data21};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
}
var _valid11 = _errs84 === errors;
valid27 = _valid11;
}
if(!valid27){
const err87 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control.if,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data21};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length > 33){
const err88 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data21};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data21.type === undefined){
const err89 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/required",keyword:"required",params:{missingProperty: "type"},schema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control.required,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data21};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data21.type !== undefined){
let data22 = data21.type;
if("ephemeral" !== data22){
const err90 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control/type",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/properties/type/const",keyword:"const",params:{allowedValue: "ephemeral"},schema:"ephemeral",parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control.properties.type,data:data22};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
}
else {
const err91 = {instancePath:instancePath+"/system_prompt/" + i5+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/type",keyword:"type",params:{type: "object"},schema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control.type,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data21};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
}
else {
const err92 = {instancePath:instancePath+"/system_prompt/" + i5,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/type",keyword:"type",params:{type: "object"},schema:schema17.properties.system_prompt.oneOf[1].else.items.type,parentSchema:schema17.properties.system_prompt.oneOf[1].else.items,data:data18};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
}
var _valid9 = _errs70 === errors;
valid22 = _valid9;
}
if(!valid22){
const err93 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.system_prompt.oneOf[1].if,parentSchema:schema17.properties.system_prompt.oneOf[1],data:data17};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if(Array.isArray(data17)){
if(data17.length > 64){
const err94 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema17.properties.system_prompt.oneOf[1],data:data17};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
else {
const err95 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/type",keyword:"type",params:{type: "array"},schema:schema17.properties.system_prompt.oneOf[1].type,parentSchema:schema17.properties.system_prompt.oneOf[1],data:data17};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
var _valid8 = _errs66 === errors;
if(_valid8 && valid21){
valid21 = false;
passing0 = [passing0, 1];
}
else {
if(_valid8){
valid21 = true;
passing0 = 1;
}
}
if(!valid21){
const err96 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema17.properties.system_prompt.oneOf,parentSchema:schema17.properties.system_prompt,data:data17};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
else {
errors = _errs63;
if(vErrors !== null){
if(_errs63){
vErrors.length = _errs63;
}
else {
vErrors = null;
}
}
}
}
if(data.max_credits !== undefined){
let data23 = data.max_credits;
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 9000000000 || isNaN(data23)){
const err97 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema17.properties.max_credits,data:data23};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(data23 < 0 || isNaN(data23)){
const err98 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema17.properties.max_credits,data:data23};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
else {
const err99 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/type",keyword:"type",params:{type: "number"},schema:schema17.properties.max_credits.type,parentSchema:schema17.properties.max_credits,data:data23};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data.timeout_seconds !== undefined){
let data24 = data.timeout_seconds;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
const err100 = {instancePath:instancePath+"/timeout_seconds",schemaPath:"#/properties/timeout_seconds/type",keyword:"type",params:{type: "integer"},schema:schema17.properties.timeout_seconds.type,parentSchema:schema17.properties.timeout_seconds,data:data24};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 7200 || isNaN(data24)){
const err101 = {instancePath:instancePath+"/timeout_seconds",schemaPath:"#/properties/timeout_seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 7200},schema:7200,parentSchema:schema17.properties.timeout_seconds,data:data24};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if(data24 < 1 || isNaN(data24)){
const err102 = {instancePath:instancePath+"/timeout_seconds",schemaPath:"#/properties/timeout_seconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema17.properties.timeout_seconds,data:data24};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
}
if(data.zero_data_retention !== undefined){
let data25 = data.zero_data_retention;
if(typeof data25 !== "boolean"){
const err103 = {instancePath:instancePath+"/zero_data_retention",schemaPath:"#/properties/zero_data_retention/type",keyword:"type",params:{type: "boolean"},schema:schema17.properties.zero_data_retention.type,parentSchema:schema17.properties.zero_data_retention,data:data25};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
if(data.history !== undefined){
let data26 = data.history;
const _errs95 = errors;
let valid29 = true;
const _errs96 = errors;
if(Array.isArray(data26)){
if(data26.length < 201){
const err104 = {};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
var _valid12 = _errs96 === errors;
errors = _errs95;
if(vErrors !== null){
if(_errs95){
vErrors.length = _errs95;
}
else {
vErrors = null;
}
}
if(!_valid12){
const _errs97 = errors;
if(Array.isArray(data26)){
const len6 = data26.length;
for(let i6=0; i6<len6; i6++){
let data27 = data26[i6];
const _errs100 = errors;
let valid32 = true;
const _errs101 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(Object.keys(data27).length < 36){
const err105 = {};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
var _valid13 = _errs101 === errors;
errors = _errs100;
if(vErrors !== null){
if(_errs100){
vErrors.length = _errs100;
}
else {
vErrors = null;
}
}
if(!_valid13){
const _errs102 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
for(const key5 in data27){
if(!(((key5 === "role") || (key5 === "content")) || (key5 === "cache_control"))){
const err106 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema17.properties.history.else.items.else,data:data27};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
}
var _valid13 = _errs102 === errors;
valid32 = _valid13;
}
if(!valid32){
const err107 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.history.else.items.if,parentSchema:schema17.properties.history.else.items,data:data27};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(Object.keys(data27).length > 35){
const err108 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema17.properties.history.else.items,data:data27};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data27.role === undefined){
const err109 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/required",keyword:"required",params:{missingProperty: "role"},schema:schema17.properties.history.else.items.required,parentSchema:schema17.properties.history.else.items,data:data27};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if(data27.content === undefined){
const err110 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/required",keyword:"required",params:{missingProperty: "content"},schema:schema17.properties.history.else.items.required,parentSchema:schema17.properties.history.else.items,data:data27};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data27.role !== undefined){
let data28 = data27.role;
if(!((data28 === "user") || (data28 === "assistant"))){
const err111 = {instancePath:instancePath+"/history/" + i6+"/role",schemaPath:"#/properties/history/else/items/properties/role/enum",keyword:"enum",params:{allowedValues: schema17.properties.history.else.items.properties.role.enum},schema:schema17.properties.history.else.items.properties.role.enum,parentSchema:schema17.properties.history.else.items.properties.role,data:data28};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
if(data27.content !== undefined){
let data29 = data27.content;
if(typeof data29 === "string"){
if(data29.length > 2000000){
const err112 = {instancePath:instancePath+"/history/" + i6+"/content",schemaPath:"#/properties/history/else/items/properties/content/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema17.properties.history.else.items.properties.content,data:data29};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(data29.length < 1){
const err113 = {instancePath:instancePath+"/history/" + i6+"/content",schemaPath:"#/properties/history/else/items/properties/content/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema17.properties.history.else.items.properties.content,data:data29};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
else {
const err114 = {instancePath:instancePath+"/history/" + i6+"/content",schemaPath:"#/properties/history/else/items/properties/content/type",keyword:"type",params:{type: "string"},schema:schema17.properties.history.else.items.properties.content.type,parentSchema:schema17.properties.history.else.items.properties.content,data:data29};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
if(data27.cache_control !== undefined){
let data30 = data27.cache_control;
const _errs109 = errors;
let valid34 = true;
const _errs110 = errors;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(Object.keys(data30).length < 34){
const err115 = {};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
var _valid14 = _errs110 === errors;
errors = _errs109;
if(vErrors !== null){
if(_errs109){
vErrors.length = _errs109;
}
else {
vErrors = null;
}
}
if(!_valid14){
const _errs111 = errors;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
for(const key6 in data30){
if(!(key6 === "type")){
const err116 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema17.properties.history.else.items.properties.cache_control.else,data:data30};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
}
var _valid14 = _errs111 === errors;
valid34 = _valid14;
}
if(!valid34){
const err117 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.history.else.items.properties.cache_control.if,parentSchema:schema17.properties.history.else.items.properties.cache_control,data:data30};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(Object.keys(data30).length > 33){
const err118 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema17.properties.history.else.items.properties.cache_control,data:data30};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
if(data30.type === undefined){
const err119 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/required",keyword:"required",params:{missingProperty: "type"},schema:schema17.properties.history.else.items.properties.cache_control.required,parentSchema:schema17.properties.history.else.items.properties.cache_control,data:data30};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
if(data30.type !== undefined){
let data31 = data30.type;
if("ephemeral" !== data31){
const err120 = {instancePath:instancePath+"/history/" + i6+"/cache_control/type",schemaPath:"#/properties/history/else/items/properties/cache_control/properties/type/const",keyword:"const",params:{allowedValue: "ephemeral"},schema:"ephemeral",parentSchema:schema17.properties.history.else.items.properties.cache_control.properties.type,data:data31};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
}
else {
const err121 = {instancePath:instancePath+"/history/" + i6+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/type",keyword:"type",params:{type: "object"},schema:schema17.properties.history.else.items.properties.cache_control.type,parentSchema:schema17.properties.history.else.items.properties.cache_control,data:data30};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
}
else {
const err122 = {instancePath:instancePath+"/history/" + i6,schemaPath:"#/properties/history/else/items/type",keyword:"type",params:{type: "object"},schema:schema17.properties.history.else.items.type,parentSchema:schema17.properties.history.else.items,data:data27};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
}
var _valid12 = _errs97 === errors;
valid29 = _valid12;
}
if(!valid29){
const err123 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/if",keyword:"if",params:{failingKeyword: "else"},schema:schema17.properties.history.if,parentSchema:schema17.properties.history,data:data26};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
if(Array.isArray(data26)){
if(data26.length > 200){
const err124 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/maxItems",keyword:"maxItems",params:{limit: 200},schema:200,parentSchema:schema17.properties.history,data:data26};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
else {
const err125 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "array"},schema:schema17.properties.history.type,parentSchema:schema17.properties.history,data:data26};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
}
else {
const err126 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema17.type,parentSchema:schema17,data};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
validate81.errors = vErrors;
return errors === 0;
}
