// @ts-nocheck
// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
export const validatePromptRequest = validate21;
const schema6 = {"type":"object","required":["prompt","models"],"properties":{"prompt":{"type":"string","maxLength":2000000,"pattern":"\\S","x-problems":{"pattern":{"code":"pattern","message":"must hold at least one character that is not white space"}}},"models":{"type":"array","minItems":1,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string","enum":["claude-opus-4-7","claude-opus-4-6","claude-sonnet-4-6","claude-haiku-4-5","claude-opus-4-5-20251101","claude-sonnet-4-5-20250929","nova-pro","nova-lite","nova-micro","nova-2-lite","cerebras-gpt-oss-120b","cerebras-qwen-3.8-27b","deepseek-v4-pro","deepseek-flash","gemini-3.1-pro-preview","gemini-3.5-flash","gemini-3-flash-preview","gemini-3.1-flash-lite","gemini-2.5-pro","gemini-2.5-flash","gemini-2.5-flash-lite","gpt-oss-120b","gpt-oss-20b","qwen3.6-27b","mistral-large-2512","mistral-medium-2604","mistral-small-2603","ministral-14b-2512","ministral-8b-2512","ministral-3b-2512","codestral-2508","gpt-5.5","gpt-5.4","gpt-5.2","o3","o3-pro","gpt-5.4-mini","gpt-5.4-nano","gpt-5.1","gpt-5","gpt-5-mini","gpt-4.1","gpt-4.1-mini","gpt-4o","gpt-4o-mini","gpt-4o-2024-11-20","grok-4.5","grok-4.3","grok-4.20-0309-non-reasoning"],"x-problems":{"enum":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true}}}}},"judges":{"type":"array","maxItems":6,"if":{"minItems":7},"else":{"items":{"type":"string","enum":["claude-opus-4-7","claude-opus-4-6","claude-sonnet-4-6","claude-haiku-4-5","claude-opus-4-5-20251101","claude-sonnet-4-5-20250929","nova-pro","nova-lite","nova-micro","nova-2-lite","cerebras-gpt-oss-120b","cerebras-qwen-3.8-27b","deepseek-v4-pro","deepseek-flash","gemini-3.1-pro-preview","gemini-3.5-flash","gemini-3-flash-preview","gemini-3.1-flash-lite","gemini-2.5-pro","gemini-2.5-flash","gemini-2.5-flash-lite","gpt-oss-120b","gpt-oss-20b","qwen3.6-27b","mistral-large-2512","mistral-medium-2604","mistral-small-2603","ministral-14b-2512","ministral-8b-2512","ministral-3b-2512","codestral-2508","gpt-5.5","gpt-5.4","gpt-5.2","o3","o3-pro","gpt-5.4-mini","gpt-5.4-nano","gpt-5.1","gpt-5","gpt-5-mini","gpt-4.1","gpt-4.1-mini","gpt-4o","gpt-4o-mini","gpt-4o-2024-11-20","grok-4.5","grok-4.3","grok-4.20-0309-non-reasoning"],"x-problems":{"enum":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true}}}}},"judge_prompt":{"type":"string","maxLength":100000},"judge_weights":{"type":"object","properties":{"accuracy":{"type":"number","minimum":0,"maximum":1},"speed":{"type":"number","minimum":0,"maximum":1},"cost":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"accuracy":true,"speed":true,"cost":true},"additionalProperties":false}},"attachments":{"type":"array","maxItems":10,"if":{"minItems":11},"else":{"items":{"type":"object","required":["name","type","base64"],"properties":{"name":{"type":"string","minLength":1,"maxLength":255,"pattern":"^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$","x-problems":{"pattern":{"code":"pattern","message":"must be a plain file name: no control characters, slashes or backslashes"}}},"type":{"type":"string","maxLength":255,"pattern":"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$","x-problems":{"pattern":{"code":"pattern","message":"must be a media type such as image/png, without parameters"}}},"base64":{"type":"string","maxLength":28000000}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"name":true,"type":true,"base64":true},"additionalProperties":false}}}},"system_prompt":{"oneOf":[{"type":"string","maxLength":2000000},{"type":"array","maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["type","text"],"properties":{"type":{"const":"text"},"text":{"type":"string","minLength":1,"maxLength":2000000},"cache_control":{"type":"object","required":["type"],"properties":{"type":{"const":"ephemeral"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"type":true},"additionalProperties":false}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"type":true,"text":true,"cache_control":true},"additionalProperties":false}}}}]},"generation_settings":{"type":"object","properties":{"temperature":{"type":"number","minimum":0,"maximum":2},"maxTokens":{"type":"integer","minimum":1,"maximum":10000000},"topP":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"temperature":true,"maxTokens":true,"topP":true},"additionalProperties":false}},"max_credits":{"type":"number","minimum":0,"maximum":9000000000},"response_schema":{"type":"object","additionalProperties":true},"model_tuning":{"type":"object","properties":{"claude-opus-4-7":{"$ref":"#/definitions/Tuning.anthropic.effort"},"claude-opus-4-6":{"$ref":"#/definitions/Tuning.anthropic.budget"},"claude-sonnet-4-6":{"$ref":"#/definitions/Tuning.anthropic.budget"},"claude-haiku-4-5":{"$ref":"#/definitions/Tuning.none"},"claude-opus-4-5-20251101":{"$ref":"#/definitions/Tuning.none"},"claude-sonnet-4-5-20250929":{"$ref":"#/definitions/Tuning.none"},"nova-pro":{"$ref":"#/definitions/Tuning.none"},"nova-lite":{"$ref":"#/definitions/Tuning.none"},"nova-micro":{"$ref":"#/definitions/Tuning.none"},"nova-2-lite":{"$ref":"#/definitions/Tuning.none"},"cerebras-gpt-oss-120b":{"$ref":"#/definitions/Tuning.cerebras.effort"},"cerebras-qwen-3.8-27b":{"$ref":"#/definitions/Tuning.cerebras.effort"},"deepseek-v4-pro":{"$ref":"#/definitions/Tuning.none"},"deepseek-flash":{"$ref":"#/definitions/Tuning.none"},"gemini-3.1-pro-preview":{"$ref":"#/definitions/Tuning.google.pro"},"gemini-3.5-flash":{"$ref":"#/definitions/Tuning.google.flash"},"gemini-3-flash-preview":{"$ref":"#/definitions/Tuning.google.flash"},"gemini-3.1-flash-lite":{"$ref":"#/definitions/Tuning.google.flash"},"gemini-2.5-pro":{"$ref":"#/definitions/Tuning.none"},"gemini-2.5-flash":{"$ref":"#/definitions/Tuning.none"},"gemini-2.5-flash-lite":{"$ref":"#/definitions/Tuning.none"},"gpt-oss-120b":{"$ref":"#/definitions/Tuning.none"},"gpt-oss-20b":{"$ref":"#/definitions/Tuning.none"},"qwen3.6-27b":{"$ref":"#/definitions/Tuning.none"},"mistral-large-2512":{"$ref":"#/definitions/Tuning.none"},"mistral-medium-2604":{"$ref":"#/definitions/Tuning.none"},"mistral-small-2603":{"$ref":"#/definitions/Tuning.none"},"ministral-14b-2512":{"$ref":"#/definitions/Tuning.none"},"ministral-8b-2512":{"$ref":"#/definitions/Tuning.none"},"ministral-3b-2512":{"$ref":"#/definitions/Tuning.none"},"codestral-2508":{"$ref":"#/definitions/Tuning.none"},"gpt-5.5":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5.4":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5.2":{"$ref":"#/definitions/Tuning.openai.effort"},"o3":{"$ref":"#/definitions/Tuning.openai.effort"},"o3-pro":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5.4-mini":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5.4-nano":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5.1":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-5-mini":{"$ref":"#/definitions/Tuning.openai.effort"},"gpt-4.1":{"$ref":"#/definitions/Tuning.none"},"gpt-4.1-mini":{"$ref":"#/definitions/Tuning.none"},"gpt-4o":{"$ref":"#/definitions/Tuning.none"},"gpt-4o-mini":{"$ref":"#/definitions/Tuning.none"},"gpt-4o-2024-11-20":{"$ref":"#/definitions/Tuning.none"},"grok-4.5":{"$ref":"#/definitions/Tuning.xai.effortFromLow"},"grok-4.3":{"$ref":"#/definitions/Tuning.xai.effort"},"grok-4.20-0309-non-reasoning":{"$ref":"#/definitions/Tuning.none"}},"x-problems":{"additionalProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true},"maxProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true}},"maxProperties":81,"if":{"minProperties":82},"else":{"properties":{"claude-opus-4-7":true,"claude-opus-4-6":true,"claude-sonnet-4-6":true,"claude-haiku-4-5":true,"claude-opus-4-5-20251101":true,"claude-sonnet-4-5-20250929":true,"nova-pro":true,"nova-lite":true,"nova-micro":true,"nova-2-lite":true,"cerebras-gpt-oss-120b":true,"cerebras-qwen-3.8-27b":true,"deepseek-v4-pro":true,"deepseek-flash":true,"gemini-3.1-pro-preview":true,"gemini-3.5-flash":true,"gemini-3-flash-preview":true,"gemini-3.1-flash-lite":true,"gemini-2.5-pro":true,"gemini-2.5-flash":true,"gemini-2.5-flash-lite":true,"gpt-oss-120b":true,"gpt-oss-20b":true,"qwen3.6-27b":true,"mistral-large-2512":true,"mistral-medium-2604":true,"mistral-small-2603":true,"ministral-14b-2512":true,"ministral-8b-2512":true,"ministral-3b-2512":true,"codestral-2508":true,"gpt-5.5":true,"gpt-5.4":true,"gpt-5.2":true,"o3":true,"o3-pro":true,"gpt-5.4-mini":true,"gpt-5.4-nano":true,"gpt-5.1":true,"gpt-5":true,"gpt-5-mini":true,"gpt-4.1":true,"gpt-4.1-mini":true,"gpt-4o":true,"gpt-4o-mini":true,"gpt-4o-2024-11-20":true,"grok-4.5":true,"grok-4.3":true,"grok-4.20-0309-non-reasoning":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true},"maxProperties":{"code":"unknown_model","message":"unknown model ID; GET /api/v1/models lists the known ones","nearest":true}}}},"zero_data_retention":{"type":"boolean"},"history":{"type":"array","maxItems":200,"if":{"minItems":201},"else":{"items":{"type":"object","required":["role","content"],"properties":{"role":{"enum":["user","assistant"]},"content":{"type":"string","minLength":1,"maxLength":2000000},"cache_control":{"type":"object","required":["type"],"properties":{"type":{"const":"ephemeral"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"type":true},"additionalProperties":false}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"role":true,"content":true,"cache_control":true},"additionalProperties":false}}}}},"definitions":{"Tuning.none":{"type":"object","properties":{},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"},"maxProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"}},"maxProperties":32,"if":{"minProperties":33},"else":{"properties":{},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"},"maxProperties":{"code":"not_allowed","message":"{key} takes no tuning parameters"}}}},"Tuning.anthropic.budget":{"type":"object","properties":{"thinkingBudget":{"oneOf":[{"type":"integer","const":0},{"type":"integer","minimum":1024,"maximum":32000}]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"thinkingBudget":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}}}},"Tuning.anthropic.effort":{"type":"object","properties":{"thinkingBudget":{"oneOf":[{"type":"integer","const":0},{"type":"integer","minimum":1024,"maximum":32000}]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"thinkingBudget":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget"}}}},"Tuning.cerebras.effort":{"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}},"Tuning.google.flash":{"type":"object","properties":{"thinkingBudget":{"type":"integer","minimum":0,"maximum":24576},"webSearch":{"type":"boolean"},"cachedContent":{"type":"string","pattern":"^cachedContents/[A-Za-z0-9_-]{1,128}$","maxLength":143}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"thinkingBudget":true,"webSearch":true,"cachedContent":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}}}},"Tuning.google.pro":{"type":"object","properties":{"thinkingBudget":{"type":"integer","minimum":0,"maximum":24576},"webSearch":{"type":"boolean"},"cachedContent":{"type":"string","pattern":"^cachedContents/[A-Za-z0-9_-]{1,128}$","maxLength":143}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"thinkingBudget":true,"webSearch":true,"cachedContent":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: thinkingBudget, webSearch, cachedContent"}}}},"Tuning.openai.effort":{"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}},"Tuning.xai.effort":{"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}},"Tuning.xai.effortFromLow":{"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}}},"maxProperties":45,"if":{"minProperties":46},"else":{"properties":{"prompt":true,"models":true,"judges":true,"judge_prompt":true,"judge_weights":true,"attachments":true,"system_prompt":true,"generation_settings":true,"max_credits":true,"response_schema":true,"model_tuning":true,"zero_data_retention":true,"history":true},"additionalProperties":false}};
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("\\S", "u");
const pattern1 = new RegExp("^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$", "u");
const pattern2 = new RegExp("^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$", "u");
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
const pattern3 = new RegExp("^cachedContents/[A-Za-z0-9_-]{1,128}$", "u");

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
if(!pattern3.test(data2)){
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
if(!pattern3.test(data2)){
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

const schema13 = {"type":"object","properties":{"reasoningEffort":{"enum":["low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema13,data};
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
}
else {
const err5 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema13.type,parentSchema:schema13,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate59.errors = vErrors;
return errors === 0;
}

const schema14 = {"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!((((data0 === "none") || (data0 === "low")) || (data0 === "medium")) || (data0 === "high"))){
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
validate75.errors = vErrors;
return errors === 0;
}

const schema15 = {"type":"object","properties":{"reasoningEffort":{"enum":["none","low","medium","high"]}},"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"reasoningEffort":true},"additionalProperties":false,"x-problems":{"additionalProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"},"maxProperties":{"code":"not_allowed","message":"{key} takes no such parameter; it takes: reasoningEffort"}}}};

function validate77(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate77.errors = vErrors;
return errors === 0;
}


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 46){
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
if(Object.keys(data).length > 45){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 45},schema:45,parentSchema:schema6,data};
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
if(data.judge_prompt !== undefined){
let data5 = data.judge_prompt;
if(typeof data5 === "string"){
if(data5.length > 100000){
const err22 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 100000},schema:100000,parentSchema:schema6.properties.judge_prompt,data:data5};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
else {
const err23 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema6.properties.judge_prompt.type,parentSchema:schema6.properties.judge_prompt,data:data5};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.judge_weights !== undefined){
let data6 = data.judge_weights;
const _errs25 = errors;
let valid8 = true;
const _errs26 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length < 36){
const err24 = {};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
var _valid3 = _errs26 === errors;
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
if(!_valid3){
const _errs27 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key1 in data6){
if(!(((key1 === "accuracy") || (key1 === "speed")) || (key1 === "cost"))){
const err25 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema6.properties.judge_weights.else,data:data6};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
var _valid3 = _errs27 === errors;
valid8 = _valid3;
}
if(!valid8){
const err26 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judge_weights.if,parentSchema:schema6.properties.judge_weights,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 35){
const err27 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.judge_weights,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data6.accuracy !== undefined){
let data7 = data6.accuracy;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1 || isNaN(data7)){
const err28 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err29 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data7};
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
const err30 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.accuracy.type,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data7};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data6.speed !== undefined){
let data8 = data6.speed;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1 || isNaN(data8)){
const err31 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.speed,data:data8};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err32 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.speed,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
else {
const err33 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.speed.type,parentSchema:schema6.properties.judge_weights.properties.speed,data:data8};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data6.cost !== undefined){
let data9 = data6.cost;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 1 || isNaN(data9)){
const err34 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.cost,data:data9};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err35 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.cost,data:data9};
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
const err36 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.cost.type,parentSchema:schema6.properties.judge_weights.properties.cost,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/type",keyword:"type",params:{type: "object"},schema:schema6.properties.judge_weights.type,parentSchema:schema6.properties.judge_weights,data:data6};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.attachments !== undefined){
let data10 = data.attachments;
const _errs37 = errors;
let valid10 = true;
const _errs38 = errors;
if(Array.isArray(data10)){
if(data10.length < 11){
const err38 = {};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
var _valid4 = _errs38 === errors;
errors = _errs37;
if(vErrors !== null){
if(_errs37){
vErrors.length = _errs37;
}
else {
vErrors = null;
}
}
if(!_valid4){
const _errs39 = errors;
if(Array.isArray(data10)){
const len2 = data10.length;
for(let i2=0; i2<len2; i2++){
let data11 = data10[i2];
const _errs42 = errors;
let valid13 = true;
const _errs43 = errors;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length < 36){
const err39 = {};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
var _valid5 = _errs43 === errors;
errors = _errs42;
if(vErrors !== null){
if(_errs42){
vErrors.length = _errs42;
}
else {
vErrors = null;
}
}
if(!_valid5){
const _errs44 = errors;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key2 in data11){
if(!(((key2 === "name") || (key2 === "type")) || (key2 === "base64"))){
const err40 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema6.properties.attachments.else.items.else,data:data11};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
var _valid5 = _errs44 === errors;
valid13 = _valid5;
}
if(!valid13){
const err41 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.attachments.else.items.if,parentSchema:schema6.properties.attachments.else.items,data:data11};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(Object.keys(data11).length > 35){
const err42 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.attachments.else.items,data:data11};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data11.name === undefined){
const err43 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "name"},schema:schema6.properties.attachments.else.items.required,parentSchema:schema6.properties.attachments.else.items,data:data11};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data11.type === undefined){
const err44 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.attachments.else.items.required,parentSchema:schema6.properties.attachments.else.items,data:data11};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data11.base64 === undefined){
const err45 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/required",keyword:"required",params:{missingProperty: "base64"},schema:schema6.properties.attachments.else.items.required,parentSchema:schema6.properties.attachments.else.items,data:data11};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data11.name !== undefined){
let data12 = data11.name;
if(typeof data12 === "string"){
if(data12.length > 255){
const err46 = {instancePath:instancePath+"/attachments/" + i2+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.attachments.else.items.properties.name,data:data12};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data12.length < 1){
const err47 = {instancePath:instancePath+"/attachments/" + i2+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.attachments.else.items.properties.name,data:data12};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(!pattern1.test(data12)){
const err48 = {instancePath:instancePath+"/attachments/" + i2+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$"},schema:"^[^\\u0000-\\u001F\\u007F-\\u009F/\\\\]*$",parentSchema:schema6.properties.attachments.else.items.properties.name,data:data12};
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
const err49 = {instancePath:instancePath+"/attachments/" + i2+"/name",schemaPath:"#/properties/attachments/else/items/properties/name/type",keyword:"type",params:{type: "string"},schema:schema6.properties.attachments.else.items.properties.name.type,parentSchema:schema6.properties.attachments.else.items.properties.name,data:data12};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data11.type !== undefined){
let data13 = data11.type;
if(typeof data13 === "string"){
if(data13.length > 255){
const err50 = {instancePath:instancePath+"/attachments/" + i2+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.attachments.else.items.properties.type,data:data13};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(!pattern2.test(data13)){
const err51 = {instancePath:instancePath+"/attachments/" + i2+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$"},schema:"^[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}$",parentSchema:schema6.properties.attachments.else.items.properties.type,data:data13};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/attachments/" + i2+"/type",schemaPath:"#/properties/attachments/else/items/properties/type/type",keyword:"type",params:{type: "string"},schema:schema6.properties.attachments.else.items.properties.type.type,parentSchema:schema6.properties.attachments.else.items.properties.type,data:data13};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data11.base64 !== undefined){
let data14 = data11.base64;
if(typeof data14 === "string"){
if(data14.length > 28000000){
const err53 = {instancePath:instancePath+"/attachments/" + i2+"/base64",schemaPath:"#/properties/attachments/else/items/properties/base64/maxLength",keyword:"maxLength",params:{limit: 28000000},schema:28000000,parentSchema:schema6.properties.attachments.else.items.properties.base64,data:data14};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/attachments/" + i2+"/base64",schemaPath:"#/properties/attachments/else/items/properties/base64/type",keyword:"type",params:{type: "string"},schema:schema6.properties.attachments.else.items.properties.base64.type,parentSchema:schema6.properties.attachments.else.items.properties.base64,data:data14};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/attachments/" + i2,schemaPath:"#/properties/attachments/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.attachments.else.items.type,parentSchema:schema6.properties.attachments.else.items,data:data11};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
var _valid4 = _errs39 === errors;
valid10 = _valid4;
}
if(!valid10){
const err56 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.attachments.if,parentSchema:schema6.properties.attachments,data:data10};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(Array.isArray(data10)){
if(data10.length > 10){
const err57 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/maxItems",keyword:"maxItems",params:{limit: 10},schema:10,parentSchema:schema6.properties.attachments,data:data10};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/attachments",schemaPath:"#/properties/attachments/type",keyword:"type",params:{type: "array"},schema:schema6.properties.attachments.type,parentSchema:schema6.properties.attachments,data:data10};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.system_prompt !== undefined){
let data15 = data.system_prompt;
const _errs53 = errors;
let valid15 = false;
let passing0 = null;
const _errs54 = errors;
if(typeof data15 === "string"){
if(data15.length > 2000000){
const err59 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/0/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.system_prompt.oneOf[0],data:data15};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/0/type",keyword:"type",params:{type: "string"},schema:schema6.properties.system_prompt.oneOf[0].type,parentSchema:schema6.properties.system_prompt.oneOf[0],data:data15};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
var _valid6 = _errs54 === errors;
if(_valid6){
valid15 = true;
passing0 = 0;
}
const _errs56 = errors;
const _errs58 = errors;
let valid16 = true;
const _errs59 = errors;
if(Array.isArray(data15)){
if(data15.length < 65){
const err61 = {};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
var _valid7 = _errs59 === errors;
errors = _errs58;
if(vErrors !== null){
if(_errs58){
vErrors.length = _errs58;
}
else {
vErrors = null;
}
}
if(!_valid7){
const _errs60 = errors;
if(Array.isArray(data15)){
const len3 = data15.length;
for(let i3=0; i3<len3; i3++){
let data16 = data15[i3];
const _errs63 = errors;
let valid19 = true;
const _errs64 = errors;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length < 36){
const err62 = {};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
var _valid8 = _errs64 === errors;
errors = _errs63;
if(vErrors !== null){
if(_errs63){
vErrors.length = _errs63;
}
else {
vErrors = null;
}
}
if(!_valid8){
const _errs65 = errors;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key3 in data16){
if(!(((key3 === "type") || (key3 === "text")) || (key3 === "cache_control"))){
const err63 = {instancePath:instancePath+"/system_prompt/" + i3,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.else,data:data16};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
}
var _valid8 = _errs65 === errors;
valid19 = _valid8;
}
if(!valid19){
const err64 = {instancePath:instancePath+"/system_prompt/" + i3,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.system_prompt.oneOf[1].else.items.if,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data16};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length > 35){
const err65 = {instancePath:instancePath+"/system_prompt/" + i3,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data16};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
if(data16.type === undefined){
const err66 = {instancePath:instancePath+"/system_prompt/" + i3,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.system_prompt.oneOf[1].else.items.required,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data16};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data16.text === undefined){
const err67 = {instancePath:instancePath+"/system_prompt/" + i3,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "text"},schema:schema6.properties.system_prompt.oneOf[1].else.items.required,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data16};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data16.type !== undefined){
let data17 = data16.type;
if("text" !== data17){
const err68 = {instancePath:instancePath+"/system_prompt/" + i3+"/type",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/type/const",keyword:"const",params:{allowedValue: "text"},schema:"text",parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.type,data:data17};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data16.text !== undefined){
let data18 = data16.text;
if(typeof data18 === "string"){
if(data18.length > 2000000){
const err69 = {instancePath:instancePath+"/system_prompt/" + i3+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text,data:data18};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data18.length < 1){
const err70 = {instancePath:instancePath+"/system_prompt/" + i3+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text,data:data18};
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
const err71 = {instancePath:instancePath+"/system_prompt/" + i3+"/text",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text.type,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.text,data:data18};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data16.cache_control !== undefined){
let data19 = data16.cache_control;
const _errs72 = errors;
let valid21 = true;
const _errs73 = errors;
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 34){
const err72 = {};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
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
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
for(const key4 in data19){
if(!(key4 === "type")){
const err73 = {instancePath:instancePath+"/system_prompt/" + i3+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.else,data:data19};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
var _valid9 = _errs74 === errors;
valid21 = _valid9;
}
if(!valid21){
const err74 = {instancePath:instancePath+"/system_prompt/" + i3+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.if,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data19};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length > 33){
const err75 = {instancePath:instancePath+"/system_prompt/" + i3+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data19};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if(data19.type === undefined){
const err76 = {instancePath:instancePath+"/system_prompt/" + i3+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.required,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data19};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data19.type !== undefined){
let data20 = data19.type;
if("ephemeral" !== data20){
const err77 = {instancePath:instancePath+"/system_prompt/" + i3+"/cache_control/type",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/properties/type/const",keyword:"const",params:{allowedValue: "ephemeral"},schema:"ephemeral",parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.properties.type,data:data20};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
}
else {
const err78 = {instancePath:instancePath+"/system_prompt/" + i3+"/cache_control",schemaPath:"#/properties/system_prompt/oneOf/1/else/items/properties/cache_control/type",keyword:"type",params:{type: "object"},schema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control.type,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items.properties.cache_control,data:data19};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
else {
const err79 = {instancePath:instancePath+"/system_prompt/" + i3,schemaPath:"#/properties/system_prompt/oneOf/1/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.system_prompt.oneOf[1].else.items.type,parentSchema:schema6.properties.system_prompt.oneOf[1].else.items,data:data16};
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
var _valid7 = _errs60 === errors;
valid16 = _valid7;
}
if(!valid16){
const err80 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.system_prompt.oneOf[1].if,parentSchema:schema6.properties.system_prompt.oneOf[1],data:data15};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(Array.isArray(data15)){
if(data15.length > 64){
const err81 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema6.properties.system_prompt.oneOf[1],data:data15};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
else {
const err82 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf/1/type",keyword:"type",params:{type: "array"},schema:schema6.properties.system_prompt.oneOf[1].type,parentSchema:schema6.properties.system_prompt.oneOf[1],data:data15};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
var _valid6 = _errs56 === errors;
if(_valid6 && valid15){
valid15 = false;
passing0 = [passing0, 1];
}
else {
if(_valid6){
valid15 = true;
passing0 = 1;
}
}
if(!valid15){
const err83 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema6.properties.system_prompt.oneOf,parentSchema:schema6.properties.system_prompt,data:data15};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
else {
errors = _errs53;
if(vErrors !== null){
if(_errs53){
vErrors.length = _errs53;
}
else {
vErrors = null;
}
}
}
}
if(data.generation_settings !== undefined){
let data21 = data.generation_settings;
const _errs79 = errors;
let valid23 = true;
const _errs80 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length < 36){
const err84 = {};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
var _valid10 = _errs80 === errors;
errors = _errs79;
if(vErrors !== null){
if(_errs79){
vErrors.length = _errs79;
}
else {
vErrors = null;
}
}
if(!_valid10){
const _errs81 = errors;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key5 in data21){
if(!(((key5 === "temperature") || (key5 === "maxTokens")) || (key5 === "topP"))){
const err85 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema6.properties.generation_settings.else,data:data21};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
}
var _valid10 = _errs81 === errors;
valid23 = _valid10;
}
if(!valid23){
const err86 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.generation_settings.if,parentSchema:schema6.properties.generation_settings,data:data21};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length > 35){
const err87 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.generation_settings,data:data21};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
if(data21.temperature !== undefined){
let data22 = data21.temperature;
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 2 || isNaN(data22)){
const err88 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data22};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err89 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data22};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
else {
const err90 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/type",keyword:"type",params:{type: "number"},schema:schema6.properties.generation_settings.properties.temperature.type,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data22};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data21.maxTokens !== undefined){
let data23 = data21.maxTokens;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err91 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/type",keyword:"type",params:{type: "integer"},schema:schema6.properties.generation_settings.properties.maxTokens.type,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data23};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 10000000 || isNaN(data23)){
const err92 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data23};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err93 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data23};
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
if(data21.topP !== undefined){
let data24 = data21.topP;
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 1 || isNaN(data24)){
const err94 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.generation_settings.properties.topP,data:data24};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if(data24 < 0 || isNaN(data24)){
const err95 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.generation_settings.properties.topP,data:data24};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
else {
const err96 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/type",keyword:"type",params:{type: "number"},schema:schema6.properties.generation_settings.properties.topP.type,parentSchema:schema6.properties.generation_settings.properties.topP,data:data24};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
}
else {
const err97 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/type",keyword:"type",params:{type: "object"},schema:schema6.properties.generation_settings.type,parentSchema:schema6.properties.generation_settings,data:data21};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data.max_credits !== undefined){
let data25 = data.max_credits;
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 > 9000000000 || isNaN(data25)){
const err98 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema6.properties.max_credits,data:data25};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err99 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.max_credits,data:data25};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
else {
const err100 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/type",keyword:"type",params:{type: "number"},schema:schema6.properties.max_credits.type,parentSchema:schema6.properties.max_credits,data:data25};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data.response_schema !== undefined){
let data26 = data.response_schema;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
}
else {
const err101 = {instancePath:instancePath+"/response_schema",schemaPath:"#/properties/response_schema/type",keyword:"type",params:{type: "object"},schema:schema6.properties.response_schema.type,parentSchema:schema6.properties.response_schema,data:data26};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
if(data.model_tuning !== undefined){
let data27 = data.model_tuning;
const _errs96 = errors;
let valid25 = true;
const _errs97 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(Object.keys(data27).length < 82){
const err102 = {};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
var _valid11 = _errs97 === errors;
errors = _errs96;
if(vErrors !== null){
if(_errs96){
vErrors.length = _errs96;
}
else {
vErrors = null;
}
}
if(!_valid11){
const _errs98 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
for(const key6 in data27){
if(!(func2.call(schema6.properties.model_tuning.else.properties, key6))){
const err103 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema6.properties.model_tuning.else,data:data27};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
}
var _valid11 = _errs98 === errors;
valid25 = _valid11;
}
if(!valid25){
const err104 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.model_tuning.if,parentSchema:schema6.properties.model_tuning,data:data27};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(Object.keys(data27).length > 81){
const err105 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/maxProperties",keyword:"maxProperties",params:{limit: 81},schema:81,parentSchema:schema6.properties.model_tuning,data:data27};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
if(data27["claude-opus-4-7"] !== undefined){
if(!(validate22(data27["claude-opus-4-7"], {instancePath:instancePath+"/model_tuning/claude-opus-4-7",parentData:data27,parentDataProperty:"claude-opus-4-7",rootData}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
if(data27["claude-opus-4-6"] !== undefined){
if(!(validate24(data27["claude-opus-4-6"], {instancePath:instancePath+"/model_tuning/claude-opus-4-6",parentData:data27,parentDataProperty:"claude-opus-4-6",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data27["claude-sonnet-4-6"] !== undefined){
if(!(validate24(data27["claude-sonnet-4-6"], {instancePath:instancePath+"/model_tuning/claude-sonnet-4-6",parentData:data27,parentDataProperty:"claude-sonnet-4-6",rootData}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data27["claude-haiku-4-5"] !== undefined){
if(!(validate27(data27["claude-haiku-4-5"], {instancePath:instancePath+"/model_tuning/claude-haiku-4-5",parentData:data27,parentDataProperty:"claude-haiku-4-5",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["claude-opus-4-5-20251101"] !== undefined){
if(!(validate27(data27["claude-opus-4-5-20251101"], {instancePath:instancePath+"/model_tuning/claude-opus-4-5-20251101",parentData:data27,parentDataProperty:"claude-opus-4-5-20251101",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["claude-sonnet-4-5-20250929"] !== undefined){
if(!(validate27(data27["claude-sonnet-4-5-20250929"], {instancePath:instancePath+"/model_tuning/claude-sonnet-4-5-20250929",parentData:data27,parentDataProperty:"claude-sonnet-4-5-20250929",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["nova-pro"] !== undefined){
if(!(validate27(data27["nova-pro"], {instancePath:instancePath+"/model_tuning/nova-pro",parentData:data27,parentDataProperty:"nova-pro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["nova-lite"] !== undefined){
if(!(validate27(data27["nova-lite"], {instancePath:instancePath+"/model_tuning/nova-lite",parentData:data27,parentDataProperty:"nova-lite",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["nova-micro"] !== undefined){
if(!(validate27(data27["nova-micro"], {instancePath:instancePath+"/model_tuning/nova-micro",parentData:data27,parentDataProperty:"nova-micro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["nova-2-lite"] !== undefined){
if(!(validate27(data27["nova-2-lite"], {instancePath:instancePath+"/model_tuning/nova-2-lite",parentData:data27,parentDataProperty:"nova-2-lite",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["cerebras-gpt-oss-120b"] !== undefined){
if(!(validate35(data27["cerebras-gpt-oss-120b"], {instancePath:instancePath+"/model_tuning/cerebras-gpt-oss-120b",parentData:data27,parentDataProperty:"cerebras-gpt-oss-120b",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data27["cerebras-qwen-3.8-27b"] !== undefined){
if(!(validate35(data27["cerebras-qwen-3.8-27b"], {instancePath:instancePath+"/model_tuning/cerebras-qwen-3.8-27b",parentData:data27,parentDataProperty:"cerebras-qwen-3.8-27b",rootData}))){
vErrors = vErrors === null ? validate35.errors : vErrors.concat(validate35.errors);
errors = vErrors.length;
}
}
if(data27["deepseek-v4-pro"] !== undefined){
if(!(validate27(data27["deepseek-v4-pro"], {instancePath:instancePath+"/model_tuning/deepseek-v4-pro",parentData:data27,parentDataProperty:"deepseek-v4-pro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["deepseek-flash"] !== undefined){
if(!(validate27(data27["deepseek-flash"], {instancePath:instancePath+"/model_tuning/deepseek-flash",parentData:data27,parentDataProperty:"deepseek-flash",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gemini-3.1-pro-preview"] !== undefined){
if(!(validate40(data27["gemini-3.1-pro-preview"], {instancePath:instancePath+"/model_tuning/gemini-3.1-pro-preview",parentData:data27,parentDataProperty:"gemini-3.1-pro-preview",rootData}))){
vErrors = vErrors === null ? validate40.errors : vErrors.concat(validate40.errors);
errors = vErrors.length;
}
}
if(data27["gemini-3.5-flash"] !== undefined){
if(!(validate42(data27["gemini-3.5-flash"], {instancePath:instancePath+"/model_tuning/gemini-3.5-flash",parentData:data27,parentDataProperty:"gemini-3.5-flash",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data27["gemini-3-flash-preview"] !== undefined){
if(!(validate42(data27["gemini-3-flash-preview"], {instancePath:instancePath+"/model_tuning/gemini-3-flash-preview",parentData:data27,parentDataProperty:"gemini-3-flash-preview",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data27["gemini-3.1-flash-lite"] !== undefined){
if(!(validate42(data27["gemini-3.1-flash-lite"], {instancePath:instancePath+"/model_tuning/gemini-3.1-flash-lite",parentData:data27,parentDataProperty:"gemini-3.1-flash-lite",rootData}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data27["gemini-2.5-pro"] !== undefined){
if(!(validate27(data27["gemini-2.5-pro"], {instancePath:instancePath+"/model_tuning/gemini-2.5-pro",parentData:data27,parentDataProperty:"gemini-2.5-pro",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gemini-2.5-flash"] !== undefined){
if(!(validate27(data27["gemini-2.5-flash"], {instancePath:instancePath+"/model_tuning/gemini-2.5-flash",parentData:data27,parentDataProperty:"gemini-2.5-flash",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gemini-2.5-flash-lite"] !== undefined){
if(!(validate27(data27["gemini-2.5-flash-lite"], {instancePath:instancePath+"/model_tuning/gemini-2.5-flash-lite",parentData:data27,parentDataProperty:"gemini-2.5-flash-lite",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-oss-120b"] !== undefined){
if(!(validate27(data27["gpt-oss-120b"], {instancePath:instancePath+"/model_tuning/gpt-oss-120b",parentData:data27,parentDataProperty:"gpt-oss-120b",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-oss-20b"] !== undefined){
if(!(validate27(data27["gpt-oss-20b"], {instancePath:instancePath+"/model_tuning/gpt-oss-20b",parentData:data27,parentDataProperty:"gpt-oss-20b",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["qwen3.6-27b"] !== undefined){
if(!(validate27(data27["qwen3.6-27b"], {instancePath:instancePath+"/model_tuning/qwen3.6-27b",parentData:data27,parentDataProperty:"qwen3.6-27b",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["mistral-large-2512"] !== undefined){
if(!(validate27(data27["mistral-large-2512"], {instancePath:instancePath+"/model_tuning/mistral-large-2512",parentData:data27,parentDataProperty:"mistral-large-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["mistral-medium-2604"] !== undefined){
if(!(validate27(data27["mistral-medium-2604"], {instancePath:instancePath+"/model_tuning/mistral-medium-2604",parentData:data27,parentDataProperty:"mistral-medium-2604",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["mistral-small-2603"] !== undefined){
if(!(validate27(data27["mistral-small-2603"], {instancePath:instancePath+"/model_tuning/mistral-small-2603",parentData:data27,parentDataProperty:"mistral-small-2603",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["ministral-14b-2512"] !== undefined){
if(!(validate27(data27["ministral-14b-2512"], {instancePath:instancePath+"/model_tuning/ministral-14b-2512",parentData:data27,parentDataProperty:"ministral-14b-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["ministral-8b-2512"] !== undefined){
if(!(validate27(data27["ministral-8b-2512"], {instancePath:instancePath+"/model_tuning/ministral-8b-2512",parentData:data27,parentDataProperty:"ministral-8b-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["ministral-3b-2512"] !== undefined){
if(!(validate27(data27["ministral-3b-2512"], {instancePath:instancePath+"/model_tuning/ministral-3b-2512",parentData:data27,parentDataProperty:"ministral-3b-2512",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["codestral-2508"] !== undefined){
if(!(validate27(data27["codestral-2508"], {instancePath:instancePath+"/model_tuning/codestral-2508",parentData:data27,parentDataProperty:"codestral-2508",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5.5"] !== undefined){
if(!(validate59(data27["gpt-5.5"], {instancePath:instancePath+"/model_tuning/gpt-5.5",parentData:data27,parentDataProperty:"gpt-5.5",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5.4"] !== undefined){
if(!(validate59(data27["gpt-5.4"], {instancePath:instancePath+"/model_tuning/gpt-5.4",parentData:data27,parentDataProperty:"gpt-5.4",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5.2"] !== undefined){
if(!(validate59(data27["gpt-5.2"], {instancePath:instancePath+"/model_tuning/gpt-5.2",parentData:data27,parentDataProperty:"gpt-5.2",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27.o3 !== undefined){
if(!(validate59(data27.o3, {instancePath:instancePath+"/model_tuning/o3",parentData:data27,parentDataProperty:"o3",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["o3-pro"] !== undefined){
if(!(validate59(data27["o3-pro"], {instancePath:instancePath+"/model_tuning/o3-pro",parentData:data27,parentDataProperty:"o3-pro",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5.4-mini"] !== undefined){
if(!(validate59(data27["gpt-5.4-mini"], {instancePath:instancePath+"/model_tuning/gpt-5.4-mini",parentData:data27,parentDataProperty:"gpt-5.4-mini",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5.4-nano"] !== undefined){
if(!(validate59(data27["gpt-5.4-nano"], {instancePath:instancePath+"/model_tuning/gpt-5.4-nano",parentData:data27,parentDataProperty:"gpt-5.4-nano",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5.1"] !== undefined){
if(!(validate59(data27["gpt-5.1"], {instancePath:instancePath+"/model_tuning/gpt-5.1",parentData:data27,parentDataProperty:"gpt-5.1",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5"] !== undefined){
if(!(validate59(data27["gpt-5"], {instancePath:instancePath+"/model_tuning/gpt-5",parentData:data27,parentDataProperty:"gpt-5",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-5-mini"] !== undefined){
if(!(validate59(data27["gpt-5-mini"], {instancePath:instancePath+"/model_tuning/gpt-5-mini",parentData:data27,parentDataProperty:"gpt-5-mini",rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
}
if(data27["gpt-4.1"] !== undefined){
if(!(validate27(data27["gpt-4.1"], {instancePath:instancePath+"/model_tuning/gpt-4.1",parentData:data27,parentDataProperty:"gpt-4.1",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-4.1-mini"] !== undefined){
if(!(validate27(data27["gpt-4.1-mini"], {instancePath:instancePath+"/model_tuning/gpt-4.1-mini",parentData:data27,parentDataProperty:"gpt-4.1-mini",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-4o"] !== undefined){
if(!(validate27(data27["gpt-4o"], {instancePath:instancePath+"/model_tuning/gpt-4o",parentData:data27,parentDataProperty:"gpt-4o",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-4o-mini"] !== undefined){
if(!(validate27(data27["gpt-4o-mini"], {instancePath:instancePath+"/model_tuning/gpt-4o-mini",parentData:data27,parentDataProperty:"gpt-4o-mini",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["gpt-4o-2024-11-20"] !== undefined){
if(!(validate27(data27["gpt-4o-2024-11-20"], {instancePath:instancePath+"/model_tuning/gpt-4o-2024-11-20",parentData:data27,parentDataProperty:"gpt-4o-2024-11-20",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data27["grok-4.5"] !== undefined){
if(!(validate75(data27["grok-4.5"], {instancePath:instancePath+"/model_tuning/grok-4.5",parentData:data27,parentDataProperty:"grok-4.5",rootData}))){
vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
errors = vErrors.length;
}
}
if(data27["grok-4.3"] !== undefined){
if(!(validate77(data27["grok-4.3"], {instancePath:instancePath+"/model_tuning/grok-4.3",parentData:data27,parentDataProperty:"grok-4.3",rootData}))){
vErrors = vErrors === null ? validate77.errors : vErrors.concat(validate77.errors);
errors = vErrors.length;
}
}
if(data27["grok-4.20-0309-non-reasoning"] !== undefined){
if(!(validate27(data27["grok-4.20-0309-non-reasoning"], {instancePath:instancePath+"/model_tuning/grok-4.20-0309-non-reasoning",parentData:data27,parentDataProperty:"grok-4.20-0309-non-reasoning",rootData}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
}
else {
const err106 = {instancePath:instancePath+"/model_tuning",schemaPath:"#/properties/model_tuning/type",keyword:"type",params:{type: "object"},schema:schema6.properties.model_tuning.type,parentSchema:schema6.properties.model_tuning,data:data27};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
if(data.zero_data_retention !== undefined){
let data77 = data.zero_data_retention;
if(typeof data77 !== "boolean"){
const err107 = {instancePath:instancePath+"/zero_data_retention",schemaPath:"#/properties/zero_data_retention/type",keyword:"type",params:{type: "boolean"},schema:schema6.properties.zero_data_retention.type,parentSchema:schema6.properties.zero_data_retention,data:data77};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
if(data.history !== undefined){
let data78 = data.history;
const _errs153 = errors;
let valid27 = true;
const _errs154 = errors;
if(Array.isArray(data78)){
if(data78.length < 201){
const err108 = {};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
var _valid12 = _errs154 === errors;
errors = _errs153;
if(vErrors !== null){
if(_errs153){
vErrors.length = _errs153;
}
else {
vErrors = null;
}
}
if(!_valid12){
const _errs155 = errors;
if(Array.isArray(data78)){
const len4 = data78.length;
for(let i4=0; i4<len4; i4++){
let data79 = data78[i4];
const _errs158 = errors;
let valid30 = true;
const _errs159 = errors;
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(Object.keys(data79).length < 36){
const err109 = {};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
var _valid13 = _errs159 === errors;
errors = _errs158;
if(vErrors !== null){
if(_errs158){
vErrors.length = _errs158;
}
else {
vErrors = null;
}
}
if(!_valid13){
const _errs160 = errors;
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
for(const key7 in data79){
if(!(((key7 === "role") || (key7 === "content")) || (key7 === "cache_control"))){
const err110 = {instancePath:instancePath+"/history/" + i4,schemaPath:"#/properties/history/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema6.properties.history.else.items.else,data:data79};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
}
var _valid13 = _errs160 === errors;
valid30 = _valid13;
}
if(!valid30){
const err111 = {instancePath:instancePath+"/history/" + i4,schemaPath:"#/properties/history/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.history.else.items.if,parentSchema:schema6.properties.history.else.items,data:data79};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
if(Object.keys(data79).length > 35){
const err112 = {instancePath:instancePath+"/history/" + i4,schemaPath:"#/properties/history/else/items/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.history.else.items,data:data79};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(data79.role === undefined){
const err113 = {instancePath:instancePath+"/history/" + i4,schemaPath:"#/properties/history/else/items/required",keyword:"required",params:{missingProperty: "role"},schema:schema6.properties.history.else.items.required,parentSchema:schema6.properties.history.else.items,data:data79};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data79.content === undefined){
const err114 = {instancePath:instancePath+"/history/" + i4,schemaPath:"#/properties/history/else/items/required",keyword:"required",params:{missingProperty: "content"},schema:schema6.properties.history.else.items.required,parentSchema:schema6.properties.history.else.items,data:data79};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(data79.role !== undefined){
let data80 = data79.role;
if(!((data80 === "user") || (data80 === "assistant"))){
const err115 = {instancePath:instancePath+"/history/" + i4+"/role",schemaPath:"#/properties/history/else/items/properties/role/enum",keyword:"enum",params:{allowedValues: schema6.properties.history.else.items.properties.role.enum},schema:schema6.properties.history.else.items.properties.role.enum,parentSchema:schema6.properties.history.else.items.properties.role,data:data80};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data79.content !== undefined){
let data81 = data79.content;
if(typeof data81 === "string"){
if(data81.length > 2000000){
const err116 = {instancePath:instancePath+"/history/" + i4+"/content",schemaPath:"#/properties/history/else/items/properties/content/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.history.else.items.properties.content,data:data81};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(data81.length < 1){
const err117 = {instancePath:instancePath+"/history/" + i4+"/content",schemaPath:"#/properties/history/else/items/properties/content/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.history.else.items.properties.content,data:data81};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
else {
const err118 = {instancePath:instancePath+"/history/" + i4+"/content",schemaPath:"#/properties/history/else/items/properties/content/type",keyword:"type",params:{type: "string"},schema:schema6.properties.history.else.items.properties.content.type,parentSchema:schema6.properties.history.else.items.properties.content,data:data81};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data79.cache_control !== undefined){
let data82 = data79.cache_control;
const _errs167 = errors;
let valid32 = true;
const _errs168 = errors;
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
if(Object.keys(data82).length < 34){
const err119 = {};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
var _valid14 = _errs168 === errors;
errors = _errs167;
if(vErrors !== null){
if(_errs167){
vErrors.length = _errs167;
}
else {
vErrors = null;
}
}
if(!_valid14){
const _errs169 = errors;
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
for(const key8 in data82){
if(!(key8 === "type")){
const err120 = {instancePath:instancePath+"/history/" + i4+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},schema:false,parentSchema:schema6.properties.history.else.items.properties.cache_control.else,data:data82};
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
var _valid14 = _errs169 === errors;
valid32 = _valid14;
}
if(!valid32){
const err121 = {instancePath:instancePath+"/history/" + i4+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.history.else.items.properties.cache_control.if,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data82};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if(data82 && typeof data82 == "object" && !Array.isArray(data82)){
if(Object.keys(data82).length > 33){
const err122 = {instancePath:instancePath+"/history/" + i4+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data82};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(data82.type === undefined){
const err123 = {instancePath:instancePath+"/history/" + i4+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.history.else.items.properties.cache_control.required,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data82};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
if(data82.type !== undefined){
let data83 = data82.type;
if("ephemeral" !== data83){
const err124 = {instancePath:instancePath+"/history/" + i4+"/cache_control/type",schemaPath:"#/properties/history/else/items/properties/cache_control/properties/type/const",keyword:"const",params:{allowedValue: "ephemeral"},schema:"ephemeral",parentSchema:schema6.properties.history.else.items.properties.cache_control.properties.type,data:data83};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
}
else {
const err125 = {instancePath:instancePath+"/history/" + i4+"/cache_control",schemaPath:"#/properties/history/else/items/properties/cache_control/type",keyword:"type",params:{type: "object"},schema:schema6.properties.history.else.items.properties.cache_control.type,parentSchema:schema6.properties.history.else.items.properties.cache_control,data:data82};
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
const err126 = {instancePath:instancePath+"/history/" + i4,schemaPath:"#/properties/history/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.history.else.items.type,parentSchema:schema6.properties.history.else.items,data:data79};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
}
var _valid12 = _errs155 === errors;
valid27 = _valid12;
}
if(!valid27){
const err127 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.history.if,parentSchema:schema6.properties.history,data:data78};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
if(Array.isArray(data78)){
if(data78.length > 200){
const err128 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/maxItems",keyword:"maxItems",params:{limit: 200},schema:200,parentSchema:schema6.properties.history,data:data78};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
else {
const err129 = {instancePath:instancePath+"/history",schemaPath:"#/properties/history/type",keyword:"type",params:{type: "array"},schema:schema6.properties.history.type,parentSchema:schema6.properties.history,data:data78};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
}
else {
const err130 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
