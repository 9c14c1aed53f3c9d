// @ts-nocheck
// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
export const validateChatCompletionRequest = validate21;
const schema6 = {"type":"object","required":["model","messages"],"properties":{"model":{"type":"string","minLength":1,"maxLength":255},"messages":{"type":"array","minItems":1,"maxItems":300,"if":{"minItems":301},"else":{"items":{"type":"object","required":["role"],"properties":{"role":{"enum":["system","developer","user","assistant"],"x-problems":{"enum":{"code":"unsupported_value","message":"must be one of: system, developer, user, assistant; tools are not supported"}}},"content":{"oneOf":[{"type":"string"},{"type":"array","maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["type"],"properties":{"type":{"enum":["text","image_url","file","refusal"],"x-problems":{"enum":{"code":"unsupported_value","message":"must be one of: text, image_url, file, refusal; audio and video are not supported"}}},"text":{"type":"string"},"refusal":{"type":"string"},"image_url":{"type":"object","required":["url"],"properties":{"url":{"type":"string"},"detail":{"type":["string","null"],"maxLength":64}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"url":true,"detail":true},"additionalProperties":false}},"file":{"type":"object","properties":{"file_data":{"type":"string"},"filename":{"type":["string","null"]},"file_id":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"no files are stored here: send file_data"}}}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"file_data":true,"filename":true,"file_id":true},"additionalProperties":false}},"prompt_cache_breakpoint":{"type":["object","null"],"additionalProperties":true}},"maxProperties":38,"if":{"minProperties":39},"else":{"properties":{"type":true,"text":true,"refusal":true,"image_url":{"x-fields":["url","detail"]},"file":{"x-fields":["file_data","filename","file_id"]},"prompt_cache_breakpoint":true},"additionalProperties":false}}}},{"type":"null"}]},"name":{"type":["string","null"],"maxLength":255},"refusal":{"type":["string","null"]},"reasoning":{"type":["string","null"]},"reasoning_content":{"type":["string","null"]},"annotations":{"type":["array","null"],"maxItems":100,"if":{"minItems":101},"else":{"items":{"type":"object","additionalProperties":true}}},"audio":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"audio is not supported: leave it out"}}},"tool_calls":{"type":["array","null"],"maxItems":0,"x-problems":{"type":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"},"maxItems":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"}},"if":{"minItems":1},"else":{"items":{}}},"tool_call_id":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"}}},"function_call":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"}}}},"maxProperties":43,"if":{"minProperties":44},"else":{"properties":{"role":true,"content":true,"name":true,"refusal":true,"reasoning":true,"reasoning_content":true,"annotations":true,"audio":true,"tool_calls":true,"tool_call_id":true,"function_call":true},"additionalProperties":false}}}},"max_completion_tokens":{"type":["integer","null"],"minimum":1,"maximum":10000000},"max_tokens":{"type":["integer","null"],"minimum":1,"maximum":10000000},"temperature":{"type":["number","null"],"minimum":0,"maximum":2},"top_p":{"type":["number","null"],"minimum":0,"maximum":1},"reasoning_effort":{"enum":["none","minimal","low","medium","high","xhigh","max",null]},"response_format":{"type":["object","null"],"required":["type"],"properties":{"type":{"enum":["text","json_object","json_schema"]},"json_schema":{"type":["object","null"],"required":["name"],"properties":{"name":{"type":"string","maxLength":255},"description":{"type":["string","null"],"maxLength":65536},"schema":{"type":"object","additionalProperties":true},"strict":{"type":["boolean","null"]}},"maxProperties":36,"if":{"minProperties":37},"else":{"properties":{"name":true,"description":true,"schema":true,"strict":true},"additionalProperties":false}}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"type":true,"json_schema":{"x-fields":["name","description","schema","strict"]}},"additionalProperties":false}},"stream":{"type":["boolean","null"]},"stream_options":{"type":["object","null"],"properties":{"include_usage":{"type":["boolean","null"]},"include_obfuscation":{"type":["boolean","null"]}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"include_usage":true,"include_obfuscation":true},"additionalProperties":false}},"store":{"type":["boolean","null"]},"metadata":{"type":["object","null"],"maxProperties":16,"propertyNames":{"maxLength":64},"additionalProperties":{"type":"string","maxLength":512}},"user":{"type":["string","null"],"maxLength":1024},"safety_identifier":{"type":["string","null"],"maxLength":1024},"prompt_cache_key":{"type":["string","null"],"maxLength":1024},"prompt_cache_retention":{"type":["string","null"],"maxLength":64},"prompt_cache_options":{"type":["object","null"],"additionalProperties":true},"seed":{"type":["integer","null"]},"service_tier":{"enum":["auto","default",null],"x-problems":{"enum":{"code":"unsupported_value","message":"must be one of: auto, default; there are no other tiers"}}},"prediction":{"type":["object","null"],"additionalProperties":true},"parallel_tool_calls":{"type":["boolean","null"]},"tool_choice":{"enum":["none","auto",null],"x-problems":{"enum":{"code":"unsupported_value","message":"tools are not supported: leave it out"}}},"tools":{"type":["array","null"],"maxItems":0,"x-problems":{"type":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"},"maxItems":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"}},"if":{"minItems":1},"else":{"items":{}}},"functions":{"type":["array","null"],"maxItems":0,"x-problems":{"type":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"},"maxItems":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"}},"if":{"minItems":1},"else":{"items":{}}},"function_call":{"enum":["none","auto",null],"x-problems":{"enum":{"code":"unsupported_value","message":"tools are not supported: leave it out"}}},"n":{"enum":[1,null],"x-problems":{"enum":{"code":"unsupported_value","message":"only 1 answer is given: send several requests"}}},"logprobs":{"enum":[false,null],"x-problems":{"enum":{"code":"unsupported_value","message":"log probabilities are not available: leave it out"}}},"top_logprobs":{"enum":[0,null],"x-problems":{"enum":{"code":"unsupported_value","message":"log probabilities are not available: leave it out"}}},"logit_bias":{"type":["object","null"],"maxProperties":0,"x-problems":{"maxProperties":{"code":"unsupported_parameter","message":"not supported: leave it out"}}},"frequency_penalty":{"enum":[0,null],"x-problems":{"enum":{"code":"unsupported_value","message":"penalties are not supported: leave it out"}}},"presence_penalty":{"enum":[0,null],"x-problems":{"enum":{"code":"unsupported_value","message":"penalties are not supported: leave it out"}}},"stop":{"type":["array","null"],"maxItems":0,"x-problems":{"type":{"code":"unsupported_parameter","message":"stop sequences are not supported: leave it out"},"maxItems":{"code":"unsupported_parameter","message":"stop sequences are not supported: leave it out"}},"if":{"minItems":1},"else":{"items":{"type":"string"}}},"modalities":{"type":["array","null"],"maxItems":1,"x-problems":{"maxItems":{"code":"unsupported_value","message":"only text is given: leave it out"}},"if":{"minItems":2},"else":{"items":{"enum":["text"],"x-problems":{"enum":{"code":"unsupported_value","message":"only text is given: leave it out"}}}}},"audio":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"audio is not supported: leave it out"}}},"verbosity":{"enum":["low","medium","high",null]},"web_search_options":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"not supported here: use model_tuning on POST /api/v1/prompt"}}},"moderation":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"not supported: leave it out"}}}},"definitions":{},"maxProperties":69,"if":{"minProperties":70},"else":{"properties":{"model":true,"messages":true,"max_completion_tokens":true,"max_tokens":true,"temperature":true,"top_p":true,"reasoning_effort":true,"response_format":{"x-fields":["type","json_schema"]},"stream":true,"stream_options":{"x-fields":["include_usage","include_obfuscation"]},"store":true,"metadata":true,"user":true,"safety_identifier":true,"prompt_cache_key":true,"prompt_cache_retention":true,"prompt_cache_options":true,"seed":true,"service_tier":true,"prediction":true,"parallel_tool_calls":true,"tool_choice":true,"tools":true,"functions":true,"function_call":true,"n":true,"logprobs":true,"top_logprobs":true,"logit_bias":true,"frequency_penalty":true,"presence_penalty":true,"stop":true,"modalities":true,"audio":true,"verbosity":true,"web_search_options":true,"moderation":true},"additionalProperties":false}};
const func2 = Object.prototype.hasOwnProperty;

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 70){
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
if(Object.keys(data).length > 69){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 69},schema:69,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.model === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.messages === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "messages"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.model !== undefined){
let data0 = data.model;
if(typeof data0 === "string"){
if(data0.length > 255){
const err6 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.model,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data0.length < 1){
const err7 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.model,data:data0};
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
const err8 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema6.properties.model.type,parentSchema:schema6.properties.model,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.messages !== undefined){
let data1 = data.messages;
const _errs9 = errors;
let valid2 = true;
const _errs10 = errors;
if(Array.isArray(data1)){
if(data1.length < 301){
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
const _errs14 = errors;
let valid5 = true;
const _errs15 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length < 44){
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
if(!(func2.call(schema6.properties.messages.else.items.else.properties, key1))){
const err11 = {instancePath:instancePath+"/messages/" + i0,schemaPath:"#/properties/messages/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema6.properties.messages.else.items.else,data:data2};
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
var _valid2 = _errs16 === errors;
valid5 = _valid2;
}
if(!valid5){
const err12 = {instancePath:instancePath+"/messages/" + i0,schemaPath:"#/properties/messages/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.if,parentSchema:schema6.properties.messages.else.items,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 43){
const err13 = {instancePath:instancePath+"/messages/" + i0,schemaPath:"#/properties/messages/else/items/maxProperties",keyword:"maxProperties",params:{limit: 43},schema:43,parentSchema:schema6.properties.messages.else.items,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data2.role === undefined){
const err14 = {instancePath:instancePath+"/messages/" + i0,schemaPath:"#/properties/messages/else/items/required",keyword:"required",params:{missingProperty: "role"},schema:schema6.properties.messages.else.items.required,parentSchema:schema6.properties.messages.else.items,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data2.role !== undefined){
let data3 = data2.role;
if(!((((data3 === "system") || (data3 === "developer")) || (data3 === "user")) || (data3 === "assistant"))){
const err15 = {instancePath:instancePath+"/messages/" + i0+"/role",schemaPath:"#/properties/messages/else/items/properties/role/enum",keyword:"enum",params:{allowedValues: schema6.properties.messages.else.items.properties.role.enum},schema:schema6.properties.messages.else.items.properties.role.enum,parentSchema:schema6.properties.messages.else.items.properties.role,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.content !== undefined){
let data4 = data2.content;
const _errs20 = errors;
let valid7 = false;
let passing0 = null;
const _errs21 = errors;
if(typeof data4 !== "string"){
const err16 = {instancePath:instancePath+"/messages/" + i0+"/content",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/0/type",keyword:"type",params:{type: "string"},schema:schema6.properties.messages.else.items.properties.content.oneOf[0].type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[0],data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid3 = _errs21 === errors;
if(_valid3){
valid7 = true;
passing0 = 0;
}
const _errs23 = errors;
const _errs25 = errors;
let valid8 = true;
const _errs26 = errors;
if(Array.isArray(data4)){
if(data4.length < 65){
const err17 = {};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
var _valid4 = _errs26 === errors;
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
if(!_valid4){
const _errs27 = errors;
if(Array.isArray(data4)){
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
let data5 = data4[i1];
const _errs30 = errors;
let valid11 = true;
const _errs31 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length < 39){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
var _valid5 = _errs31 === errors;
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
if(!_valid5){
const _errs32 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key2 in data5){
if(!((((((key2 === "type") || (key2 === "text")) || (key2 === "refusal")) || (key2 === "image_url")) || (key2 === "file")) || (key2 === "prompt_cache_breakpoint"))){
const err19 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1,schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.else,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
var _valid5 = _errs32 === errors;
valid11 = _valid5;
}
if(!valid11){
const err20 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1,schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.if,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 38){
const err21 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1,schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/maxProperties",keyword:"maxProperties",params:{limit: 38},schema:38,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data5.type === undefined){
const err22 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1,schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.required,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items,data:data5};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data5.type !== undefined){
let data6 = data5.type;
if(!((((data6 === "text") || (data6 === "image_url")) || (data6 === "file")) || (data6 === "refusal"))){
const err23 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/type",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.type.enum},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.type.enum,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.type,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data5.text !== undefined){
let data7 = data5.text;
if(typeof data7 !== "string"){
const err24 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/text",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.text.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.text,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data5.refusal !== undefined){
let data8 = data5.refusal;
if(typeof data8 !== "string"){
const err25 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/refusal",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/refusal/type",keyword:"type",params:{type: "string"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.refusal.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.refusal,data:data8};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data5.image_url !== undefined){
let data9 = data5.image_url;
const _errs41 = errors;
let valid13 = true;
const _errs42 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(Object.keys(data9).length < 35){
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
var _valid6 = _errs42 === errors;
errors = _errs41;
if(vErrors !== null){
if(_errs41){
vErrors.length = _errs41;
}
else {
vErrors = null;
}
}
if(!_valid6){
const _errs43 = errors;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key3 in data9){
if(!((key3 === "url") || (key3 === "detail"))){
const err27 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.else,data:data9};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
var _valid6 = _errs43 === errors;
valid13 = _valid6;
}
if(!valid13){
const err28 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.if,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url,data:data9};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(Object.keys(data9).length > 34){
const err29 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url,data:data9};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data9.url === undefined){
const err30 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/required",keyword:"required",params:{missingProperty: "url"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.required,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url,data:data9};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data9.url !== undefined){
let data10 = data9.url;
if(typeof data10 !== "string"){
const err31 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url/url",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/properties/url/type",keyword:"type",params:{type: "string"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.properties.url.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.properties.url,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data9.detail !== undefined){
let data11 = data9.detail;
if((typeof data11 !== "string") && (data11 !== null)){
const err32 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url/detail",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/properties/detail/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.properties.detail.type},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.properties.detail.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.properties.detail,data:data11};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(typeof data11 === "string"){
if(data11.length > 64){
const err33 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url/detail",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/properties/detail/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.properties.detail,data:data11};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
}
else {
const err34 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/image_url",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/image_url/type",keyword:"type",params:{type: "object"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.image_url,data:data9};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data5.file !== undefined){
let data12 = data5.file;
const _errs51 = errors;
let valid15 = true;
const _errs52 = errors;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(Object.keys(data12).length < 36){
const err35 = {};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
var _valid7 = _errs52 === errors;
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
if(!_valid7){
const _errs53 = errors;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key4 in data12){
if(!(((key4 === "file_data") || (key4 === "filename")) || (key4 === "file_id"))){
const err36 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.else,data:data12};
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
var _valid7 = _errs53 === errors;
valid15 = _valid7;
}
if(!valid15){
const err37 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.if,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file,data:data12};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(Object.keys(data12).length > 35){
const err38 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file,data:data12};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data12.file_data !== undefined){
let data13 = data12.file_data;
if(typeof data13 !== "string"){
const err39 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file/file_data",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/properties/file_data/type",keyword:"type",params:{type: "string"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.file_data.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.file_data,data:data13};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data12.filename !== undefined){
let data14 = data12.filename;
if((typeof data14 !== "string") && (data14 !== null)){
const err40 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file/filename",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/properties/filename/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.filename.type},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.filename.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.filename,data:data14};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data12.file_id !== undefined){
let data15 = data12.file_id;
if(data15 !== null){
const err41 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file/file_id",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/properties/file_id/type",keyword:"type",params:{type: "null"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.file_id.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.properties.file_id,data:data15};
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
else {
const err42 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/file",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/file/type",keyword:"type",params:{type: "object"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.file,data:data12};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data5.prompt_cache_breakpoint !== undefined){
let data16 = data5.prompt_cache_breakpoint;
if((!(data16 && typeof data16 == "object" && !Array.isArray(data16))) && (data16 !== null)){
const err43 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1+"/prompt_cache_breakpoint",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/properties/prompt_cache_breakpoint/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.prompt_cache_breakpoint.type},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.prompt_cache_breakpoint.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.properties.prompt_cache_breakpoint,data:data16};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath:instancePath+"/messages/" + i0+"/content/" + i1,schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items.type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1].else.items,data:data5};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
var _valid4 = _errs27 === errors;
valid8 = _valid4;
}
if(!valid8){
const err45 = {instancePath:instancePath+"/messages/" + i0+"/content",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].if,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1],data:data4};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(Array.isArray(data4)){
if(data4.length > 64){
const err46 = {instancePath:instancePath+"/messages/" + i0+"/content",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1],data:data4};
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
const err47 = {instancePath:instancePath+"/messages/" + i0+"/content",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/1/type",keyword:"type",params:{type: "array"},schema:schema6.properties.messages.else.items.properties.content.oneOf[1].type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[1],data:data4};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
var _valid3 = _errs23 === errors;
if(_valid3 && valid7){
valid7 = false;
passing0 = [passing0, 1];
}
else {
if(_valid3){
valid7 = true;
passing0 = 1;
}
const _errs64 = errors;
if(data4 !== null){
const err48 = {instancePath:instancePath+"/messages/" + i0+"/content",schemaPath:"#/properties/messages/else/items/properties/content/oneOf/2/type",keyword:"type",params:{type: "null"},schema:schema6.properties.messages.else.items.properties.content.oneOf[2].type,parentSchema:schema6.properties.messages.else.items.properties.content.oneOf[2],data:data4};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid3 = _errs64 === errors;
if(_valid3 && valid7){
valid7 = false;
passing0 = [passing0, 2];
}
else {
if(_valid3){
valid7 = true;
passing0 = 2;
}
}
}
if(!valid7){
const err49 = {instancePath:instancePath+"/messages/" + i0+"/content",schemaPath:"#/properties/messages/else/items/properties/content/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema6.properties.messages.else.items.properties.content.oneOf,parentSchema:schema6.properties.messages.else.items.properties.content,data:data4};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
else {
errors = _errs20;
if(vErrors !== null){
if(_errs20){
vErrors.length = _errs20;
}
else {
vErrors = null;
}
}
}
}
if(data2.name !== undefined){
let data17 = data2.name;
if((typeof data17 !== "string") && (data17 !== null)){
const err50 = {instancePath:instancePath+"/messages/" + i0+"/name",schemaPath:"#/properties/messages/else/items/properties/name/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.name.type},schema:schema6.properties.messages.else.items.properties.name.type,parentSchema:schema6.properties.messages.else.items.properties.name,data:data17};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(typeof data17 === "string"){
if(data17.length > 255){
const err51 = {instancePath:instancePath+"/messages/" + i0+"/name",schemaPath:"#/properties/messages/else/items/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.messages.else.items.properties.name,data:data17};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data2.refusal !== undefined){
let data18 = data2.refusal;
if((typeof data18 !== "string") && (data18 !== null)){
const err52 = {instancePath:instancePath+"/messages/" + i0+"/refusal",schemaPath:"#/properties/messages/else/items/properties/refusal/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.refusal.type},schema:schema6.properties.messages.else.items.properties.refusal.type,parentSchema:schema6.properties.messages.else.items.properties.refusal,data:data18};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data2.reasoning !== undefined){
let data19 = data2.reasoning;
if((typeof data19 !== "string") && (data19 !== null)){
const err53 = {instancePath:instancePath+"/messages/" + i0+"/reasoning",schemaPath:"#/properties/messages/else/items/properties/reasoning/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.reasoning.type},schema:schema6.properties.messages.else.items.properties.reasoning.type,parentSchema:schema6.properties.messages.else.items.properties.reasoning,data:data19};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data2.reasoning_content !== undefined){
let data20 = data2.reasoning_content;
if((typeof data20 !== "string") && (data20 !== null)){
const err54 = {instancePath:instancePath+"/messages/" + i0+"/reasoning_content",schemaPath:"#/properties/messages/else/items/properties/reasoning_content/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.reasoning_content.type},schema:schema6.properties.messages.else.items.properties.reasoning_content.type,parentSchema:schema6.properties.messages.else.items.properties.reasoning_content,data:data20};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data2.annotations !== undefined){
let data21 = data2.annotations;
if((!(Array.isArray(data21))) && (data21 !== null)){
const err55 = {instancePath:instancePath+"/messages/" + i0+"/annotations",schemaPath:"#/properties/messages/else/items/properties/annotations/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.annotations.type},schema:schema6.properties.messages.else.items.properties.annotations.type,parentSchema:schema6.properties.messages.else.items.properties.annotations,data:data21};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
const _errs76 = errors;
let valid17 = true;
const _errs77 = errors;
if(Array.isArray(data21)){
if(data21.length < 101){
const err56 = {};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var _valid8 = _errs77 === errors;
errors = _errs76;
if(vErrors !== null){
if(_errs76){
vErrors.length = _errs76;
}
else {
vErrors = null;
}
}
if(!_valid8){
const _errs78 = errors;
if(Array.isArray(data21)){
const len2 = data21.length;
for(let i2=0; i2<len2; i2++){
let data22 = data21[i2];
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
}
else {
const err57 = {instancePath:instancePath+"/messages/" + i0+"/annotations/" + i2,schemaPath:"#/properties/messages/else/items/properties/annotations/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.messages.else.items.properties.annotations.else.items.type,parentSchema:schema6.properties.messages.else.items.properties.annotations.else.items,data:data22};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
var _valid8 = _errs78 === errors;
valid17 = _valid8;
}
if(!valid17){
const err58 = {instancePath:instancePath+"/messages/" + i0+"/annotations",schemaPath:"#/properties/messages/else/items/properties/annotations/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.properties.annotations.if,parentSchema:schema6.properties.messages.else.items.properties.annotations,data:data21};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(Array.isArray(data21)){
if(data21.length > 100){
const err59 = {instancePath:instancePath+"/messages/" + i0+"/annotations",schemaPath:"#/properties/messages/else/items/properties/annotations/maxItems",keyword:"maxItems",params:{limit: 100},schema:100,parentSchema:schema6.properties.messages.else.items.properties.annotations,data:data21};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
if(data2.audio !== undefined){
let data23 = data2.audio;
if(data23 !== null){
const err60 = {instancePath:instancePath+"/messages/" + i0+"/audio",schemaPath:"#/properties/messages/else/items/properties/audio/type",keyword:"type",params:{type: "null"},schema:schema6.properties.messages.else.items.properties.audio.type,parentSchema:schema6.properties.messages.else.items.properties.audio,data:data23};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data2.tool_calls !== undefined){
let data24 = data2.tool_calls;
if((!(Array.isArray(data24))) && (data24 !== null)){
const err61 = {instancePath:instancePath+"/messages/" + i0+"/tool_calls",schemaPath:"#/properties/messages/else/items/properties/tool_calls/type",keyword:"type",params:{type: schema6.properties.messages.else.items.properties.tool_calls.type},schema:schema6.properties.messages.else.items.properties.tool_calls.type,parentSchema:schema6.properties.messages.else.items.properties.tool_calls,data:data24};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
const _errs86 = errors;
let valid20 = true;
const _errs87 = errors;
if(Array.isArray(data24)){
if(data24.length < 1){
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
var _valid9 = _errs87 === errors;
errors = _errs86;
if(vErrors !== null){
if(_errs86){
vErrors.length = _errs86;
}
else {
vErrors = null;
}
}
if(!_valid9){
const _errs88 = errors;
var _valid9 = _errs88 === errors;
valid20 = _valid9;
}
if(!valid20){
const err63 = {instancePath:instancePath+"/messages/" + i0+"/tool_calls",schemaPath:"#/properties/messages/else/items/properties/tool_calls/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.else.items.properties.tool_calls.if,parentSchema:schema6.properties.messages.else.items.properties.tool_calls,data:data24};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(Array.isArray(data24)){
if(data24.length > 0){
const err64 = {instancePath:instancePath+"/messages/" + i0+"/tool_calls",schemaPath:"#/properties/messages/else/items/properties/tool_calls/maxItems",keyword:"maxItems",params:{limit: 0},schema:0,parentSchema:schema6.properties.messages.else.items.properties.tool_calls,data:data24};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
}
if(data2.tool_call_id !== undefined){
let data25 = data2.tool_call_id;
if(data25 !== null){
const err65 = {instancePath:instancePath+"/messages/" + i0+"/tool_call_id",schemaPath:"#/properties/messages/else/items/properties/tool_call_id/type",keyword:"type",params:{type: "null"},schema:schema6.properties.messages.else.items.properties.tool_call_id.type,parentSchema:schema6.properties.messages.else.items.properties.tool_call_id,data:data25};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data2.function_call !== undefined){
let data26 = data2.function_call;
if(data26 !== null){
const err66 = {instancePath:instancePath+"/messages/" + i0+"/function_call",schemaPath:"#/properties/messages/else/items/properties/function_call/type",keyword:"type",params:{type: "null"},schema:schema6.properties.messages.else.items.properties.function_call.type,parentSchema:schema6.properties.messages.else.items.properties.function_call,data:data26};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
}
else {
const err67 = {instancePath:instancePath+"/messages/" + i0,schemaPath:"#/properties/messages/else/items/type",keyword:"type",params:{type: "object"},schema:schema6.properties.messages.else.items.type,parentSchema:schema6.properties.messages.else.items,data:data2};
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
var _valid1 = _errs11 === errors;
valid2 = _valid1;
}
if(!valid2){
const err68 = {instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.messages.if,parentSchema:schema6.properties.messages,data:data1};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 300){
const err69 = {instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/maxItems",keyword:"maxItems",params:{limit: 300},schema:300,parentSchema:schema6.properties.messages,data:data1};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if(data1.length < 1){
const err70 = {instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema6.properties.messages,data:data1};
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
const err71 = {instancePath:instancePath+"/messages",schemaPath:"#/properties/messages/type",keyword:"type",params:{type: "array"},schema:schema6.properties.messages.type,parentSchema:schema6.properties.messages,data:data1};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data.max_completion_tokens !== undefined){
let data27 = data.max_completion_tokens;
if((!(((typeof data27 == "number") && (!(data27 % 1) && !isNaN(data27))) && (isFinite(data27)))) && (data27 !== null)){
const err72 = {instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/type",keyword:"type",params:{type: schema6.properties.max_completion_tokens.type},schema:schema6.properties.max_completion_tokens.type,parentSchema:schema6.properties.max_completion_tokens,data:data27};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 > 10000000 || isNaN(data27)){
const err73 = {instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema6.properties.max_completion_tokens,data:data27};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if(data27 < 1 || isNaN(data27)){
const err74 = {instancePath:instancePath+"/max_completion_tokens",schemaPath:"#/properties/max_completion_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema6.properties.max_completion_tokens,data:data27};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
if(data.max_tokens !== undefined){
let data28 = data.max_tokens;
if((!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))) && (data28 !== null)){
const err75 = {instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/type",keyword:"type",params:{type: schema6.properties.max_tokens.type},schema:schema6.properties.max_tokens.type,parentSchema:schema6.properties.max_tokens,data:data28};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 10000000 || isNaN(data28)){
const err76 = {instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema6.properties.max_tokens,data:data28};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(data28 < 1 || isNaN(data28)){
const err77 = {instancePath:instancePath+"/max_tokens",schemaPath:"#/properties/max_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema6.properties.max_tokens,data:data28};
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
if(data.temperature !== undefined){
let data29 = data.temperature;
if((!((typeof data29 == "number") && (isFinite(data29)))) && (data29 !== null)){
const err78 = {instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/type",keyword:"type",params:{type: schema6.properties.temperature.type},schema:schema6.properties.temperature.type,parentSchema:schema6.properties.temperature,data:data29};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 2 || isNaN(data29)){
const err79 = {instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema6.properties.temperature,data:data29};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err80 = {instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.temperature,data:data29};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
if(data.top_p !== undefined){
let data30 = data.top_p;
if((!((typeof data30 == "number") && (isFinite(data30)))) && (data30 !== null)){
const err81 = {instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/type",keyword:"type",params:{type: schema6.properties.top_p.type},schema:schema6.properties.top_p.type,parentSchema:schema6.properties.top_p,data:data30};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 1 || isNaN(data30)){
const err82 = {instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.top_p,data:data30};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err83 = {instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.top_p,data:data30};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
if(data.reasoning_effort !== undefined){
let data31 = data.reasoning_effort;
if(!((((((((data31 === "none") || (data31 === "minimal")) || (data31 === "low")) || (data31 === "medium")) || (data31 === "high")) || (data31 === "xhigh")) || (data31 === "max")) || (data31 === null))){
const err84 = {instancePath:instancePath+"/reasoning_effort",schemaPath:"#/properties/reasoning_effort/enum",keyword:"enum",params:{allowedValues: schema6.properties.reasoning_effort.enum},schema:schema6.properties.reasoning_effort.enum,parentSchema:schema6.properties.reasoning_effort,data:data31};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data.response_format !== undefined){
let data32 = data.response_format;
if((!(data32 && typeof data32 == "object" && !Array.isArray(data32))) && (data32 !== null)){
const err85 = {instancePath:instancePath+"/response_format",schemaPath:"#/properties/response_format/type",keyword:"type",params:{type: schema6.properties.response_format.type},schema:schema6.properties.response_format.type,parentSchema:schema6.properties.response_format,data:data32};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
const _errs104 = errors;
let valid21 = true;
const _errs105 = errors;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(Object.keys(data32).length < 35){
const err86 = {};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
var _valid10 = _errs105 === errors;
errors = _errs104;
if(vErrors !== null){
if(_errs104){
vErrors.length = _errs104;
}
else {
vErrors = null;
}
}
if(!_valid10){
const _errs106 = errors;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
for(const key5 in data32){
if(!((key5 === "type") || (key5 === "json_schema"))){
const err87 = {instancePath:instancePath+"/response_format",schemaPath:"#/properties/response_format/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema6.properties.response_format.else,data:data32};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
var _valid10 = _errs106 === errors;
valid21 = _valid10;
}
if(!valid21){
const err88 = {instancePath:instancePath+"/response_format",schemaPath:"#/properties/response_format/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.response_format.if,parentSchema:schema6.properties.response_format,data:data32};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(Object.keys(data32).length > 34){
const err89 = {instancePath:instancePath+"/response_format",schemaPath:"#/properties/response_format/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema6.properties.response_format,data:data32};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(data32.type === undefined){
const err90 = {instancePath:instancePath+"/response_format",schemaPath:"#/properties/response_format/required",keyword:"required",params:{missingProperty: "type"},schema:schema6.properties.response_format.required,parentSchema:schema6.properties.response_format,data:data32};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data32.type !== undefined){
let data33 = data32.type;
if(!(((data33 === "text") || (data33 === "json_object")) || (data33 === "json_schema"))){
const err91 = {instancePath:instancePath+"/response_format/type",schemaPath:"#/properties/response_format/properties/type/enum",keyword:"enum",params:{allowedValues: schema6.properties.response_format.properties.type.enum},schema:schema6.properties.response_format.properties.type.enum,parentSchema:schema6.properties.response_format.properties.type,data:data33};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
if(data32.json_schema !== undefined){
let data34 = data32.json_schema;
if((!(data34 && typeof data34 == "object" && !Array.isArray(data34))) && (data34 !== null)){
const err92 = {instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/properties/response_format/properties/json_schema/type",keyword:"type",params:{type: schema6.properties.response_format.properties.json_schema.type},schema:schema6.properties.response_format.properties.json_schema.type,parentSchema:schema6.properties.response_format.properties.json_schema,data:data34};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
const _errs111 = errors;
let valid23 = true;
const _errs112 = errors;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(Object.keys(data34).length < 37){
const err93 = {};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
var _valid11 = _errs112 === errors;
errors = _errs111;
if(vErrors !== null){
if(_errs111){
vErrors.length = _errs111;
}
else {
vErrors = null;
}
}
if(!_valid11){
const _errs113 = errors;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
for(const key6 in data34){
if(!((((key6 === "name") || (key6 === "description")) || (key6 === "schema")) || (key6 === "strict"))){
const err94 = {instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/properties/response_format/properties/json_schema/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema6.properties.response_format.properties.json_schema.else,data:data34};
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
var _valid11 = _errs113 === errors;
valid23 = _valid11;
}
if(!valid23){
const err95 = {instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/properties/response_format/properties/json_schema/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.response_format.properties.json_schema.if,parentSchema:schema6.properties.response_format.properties.json_schema,data:data34};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(Object.keys(data34).length > 36){
const err96 = {instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/properties/response_format/properties/json_schema/maxProperties",keyword:"maxProperties",params:{limit: 36},schema:36,parentSchema:schema6.properties.response_format.properties.json_schema,data:data34};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
if(data34.name === undefined){
const err97 = {instancePath:instancePath+"/response_format/json_schema",schemaPath:"#/properties/response_format/properties/json_schema/required",keyword:"required",params:{missingProperty: "name"},schema:schema6.properties.response_format.properties.json_schema.required,parentSchema:schema6.properties.response_format.properties.json_schema,data:data34};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(data34.name !== undefined){
let data35 = data34.name;
if(typeof data35 === "string"){
if(data35.length > 255){
const err98 = {instancePath:instancePath+"/response_format/json_schema/name",schemaPath:"#/properties/response_format/properties/json_schema/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema6.properties.response_format.properties.json_schema.properties.name,data:data35};
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
const err99 = {instancePath:instancePath+"/response_format/json_schema/name",schemaPath:"#/properties/response_format/properties/json_schema/properties/name/type",keyword:"type",params:{type: "string"},schema:schema6.properties.response_format.properties.json_schema.properties.name.type,parentSchema:schema6.properties.response_format.properties.json_schema.properties.name,data:data35};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data34.description !== undefined){
let data36 = data34.description;
if((typeof data36 !== "string") && (data36 !== null)){
const err100 = {instancePath:instancePath+"/response_format/json_schema/description",schemaPath:"#/properties/response_format/properties/json_schema/properties/description/type",keyword:"type",params:{type: schema6.properties.response_format.properties.json_schema.properties.description.type},schema:schema6.properties.response_format.properties.json_schema.properties.description.type,parentSchema:schema6.properties.response_format.properties.json_schema.properties.description,data:data36};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if(typeof data36 === "string"){
if(data36.length > 65536){
const err101 = {instancePath:instancePath+"/response_format/json_schema/description",schemaPath:"#/properties/response_format/properties/json_schema/properties/description/maxLength",keyword:"maxLength",params:{limit: 65536},schema:65536,parentSchema:schema6.properties.response_format.properties.json_schema.properties.description,data:data36};
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
if(data34.schema !== undefined){
let data37 = data34.schema;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
}
else {
const err102 = {instancePath:instancePath+"/response_format/json_schema/schema",schemaPath:"#/properties/response_format/properties/json_schema/properties/schema/type",keyword:"type",params:{type: "object"},schema:schema6.properties.response_format.properties.json_schema.properties.schema.type,parentSchema:schema6.properties.response_format.properties.json_schema.properties.schema,data:data37};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
}
if(data34.strict !== undefined){
let data38 = data34.strict;
if((typeof data38 !== "boolean") && (data38 !== null)){
const err103 = {instancePath:instancePath+"/response_format/json_schema/strict",schemaPath:"#/properties/response_format/properties/json_schema/properties/strict/type",keyword:"type",params:{type: schema6.properties.response_format.properties.json_schema.properties.strict.type},schema:schema6.properties.response_format.properties.json_schema.properties.strict.type,parentSchema:schema6.properties.response_format.properties.json_schema.properties.strict,data:data38};
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
}
}
}
if(data.stream !== undefined){
let data39 = data.stream;
if((typeof data39 !== "boolean") && (data39 !== null)){
const err104 = {instancePath:instancePath+"/stream",schemaPath:"#/properties/stream/type",keyword:"type",params:{type: schema6.properties.stream.type},schema:schema6.properties.stream.type,parentSchema:schema6.properties.stream,data:data39};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data.stream_options !== undefined){
let data40 = data.stream_options;
if((!(data40 && typeof data40 == "object" && !Array.isArray(data40))) && (data40 !== null)){
const err105 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/type",keyword:"type",params:{type: schema6.properties.stream_options.type},schema:schema6.properties.stream_options.type,parentSchema:schema6.properties.stream_options,data:data40};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
const _errs128 = errors;
let valid25 = true;
const _errs129 = errors;
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if(Object.keys(data40).length < 35){
const err106 = {};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
var _valid12 = _errs129 === errors;
errors = _errs128;
if(vErrors !== null){
if(_errs128){
vErrors.length = _errs128;
}
else {
vErrors = null;
}
}
if(!_valid12){
const _errs130 = errors;
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
for(const key7 in data40){
if(!((key7 === "include_usage") || (key7 === "include_obfuscation"))){
const err107 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},schema:false,parentSchema:schema6.properties.stream_options.else,data:data40};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
}
var _valid12 = _errs130 === errors;
valid25 = _valid12;
}
if(!valid25){
const err108 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.stream_options.if,parentSchema:schema6.properties.stream_options,data:data40};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if(Object.keys(data40).length > 34){
const err109 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema6.properties.stream_options,data:data40};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
if(data40.include_usage !== undefined){
let data41 = data40.include_usage;
if((typeof data41 !== "boolean") && (data41 !== null)){
const err110 = {instancePath:instancePath+"/stream_options/include_usage",schemaPath:"#/properties/stream_options/properties/include_usage/type",keyword:"type",params:{type: schema6.properties.stream_options.properties.include_usage.type},schema:schema6.properties.stream_options.properties.include_usage.type,parentSchema:schema6.properties.stream_options.properties.include_usage,data:data41};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
if(data40.include_obfuscation !== undefined){
let data42 = data40.include_obfuscation;
if((typeof data42 !== "boolean") && (data42 !== null)){
const err111 = {instancePath:instancePath+"/stream_options/include_obfuscation",schemaPath:"#/properties/stream_options/properties/include_obfuscation/type",keyword:"type",params:{type: schema6.properties.stream_options.properties.include_obfuscation.type},schema:schema6.properties.stream_options.properties.include_obfuscation.type,parentSchema:schema6.properties.stream_options.properties.include_obfuscation,data:data42};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
}
if(data.store !== undefined){
let data43 = data.store;
if((typeof data43 !== "boolean") && (data43 !== null)){
const err112 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/type",keyword:"type",params:{type: schema6.properties.store.type},schema:schema6.properties.store.type,parentSchema:schema6.properties.store,data:data43};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data.metadata !== undefined){
let data44 = data.metadata;
if((!(data44 && typeof data44 == "object" && !Array.isArray(data44))) && (data44 !== null)){
const err113 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: schema6.properties.metadata.type},schema:schema6.properties.metadata.type,parentSchema:schema6.properties.metadata,data:data44};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data44 && typeof data44 == "object" && !Array.isArray(data44)){
if(Object.keys(data44).length > 16){
const err114 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/maxProperties",keyword:"maxProperties",params:{limit: 16},schema:16,parentSchema:schema6.properties.metadata,data:data44};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
for(const key8 in data44){
const _errs140 = errors;
if(typeof key8 === "string"){
if(key8.length > 64){
const err115 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema6.properties.metadata.propertyNames,data:key8,propertyName:key8};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
var valid27 = _errs140 === errors;
if(!valid27){
const err116 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key8},schema:schema6.properties.metadata.propertyNames,parentSchema:schema6.properties.metadata,data:data44};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
for(const key9 in data44){
let data45 = data44[key9];
if(typeof data45 === "string"){
if(data45.length > 512){
const err117 = {instancePath:instancePath+"/metadata/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 512},schema:512,parentSchema:schema6.properties.metadata.additionalProperties,data:data45};
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
const err118 = {instancePath:instancePath+"/metadata/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema6.properties.metadata.additionalProperties.type,parentSchema:schema6.properties.metadata.additionalProperties,data:data45};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
}
}
if(data.user !== undefined){
let data46 = data.user;
if((typeof data46 !== "string") && (data46 !== null)){
const err119 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: schema6.properties.user.type},schema:schema6.properties.user.type,parentSchema:schema6.properties.user,data:data46};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
if(typeof data46 === "string"){
if(data46.length > 1024){
const err120 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/maxLength",keyword:"maxLength",params:{limit: 1024},schema:1024,parentSchema:schema6.properties.user,data:data46};
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
if(data.safety_identifier !== undefined){
let data47 = data.safety_identifier;
if((typeof data47 !== "string") && (data47 !== null)){
const err121 = {instancePath:instancePath+"/safety_identifier",schemaPath:"#/properties/safety_identifier/type",keyword:"type",params:{type: schema6.properties.safety_identifier.type},schema:schema6.properties.safety_identifier.type,parentSchema:schema6.properties.safety_identifier,data:data47};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
if(typeof data47 === "string"){
if(data47.length > 1024){
const err122 = {instancePath:instancePath+"/safety_identifier",schemaPath:"#/properties/safety_identifier/maxLength",keyword:"maxLength",params:{limit: 1024},schema:1024,parentSchema:schema6.properties.safety_identifier,data:data47};
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
if(data.prompt_cache_key !== undefined){
let data48 = data.prompt_cache_key;
if((typeof data48 !== "string") && (data48 !== null)){
const err123 = {instancePath:instancePath+"/prompt_cache_key",schemaPath:"#/properties/prompt_cache_key/type",keyword:"type",params:{type: schema6.properties.prompt_cache_key.type},schema:schema6.properties.prompt_cache_key.type,parentSchema:schema6.properties.prompt_cache_key,data:data48};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
if(typeof data48 === "string"){
if(data48.length > 1024){
const err124 = {instancePath:instancePath+"/prompt_cache_key",schemaPath:"#/properties/prompt_cache_key/maxLength",keyword:"maxLength",params:{limit: 1024},schema:1024,parentSchema:schema6.properties.prompt_cache_key,data:data48};
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
if(data.prompt_cache_retention !== undefined){
let data49 = data.prompt_cache_retention;
if((typeof data49 !== "string") && (data49 !== null)){
const err125 = {instancePath:instancePath+"/prompt_cache_retention",schemaPath:"#/properties/prompt_cache_retention/type",keyword:"type",params:{type: schema6.properties.prompt_cache_retention.type},schema:schema6.properties.prompt_cache_retention.type,parentSchema:schema6.properties.prompt_cache_retention,data:data49};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
if(typeof data49 === "string"){
if(data49.length > 64){
const err126 = {instancePath:instancePath+"/prompt_cache_retention",schemaPath:"#/properties/prompt_cache_retention/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema6.properties.prompt_cache_retention,data:data49};
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
if(data.prompt_cache_options !== undefined){
let data50 = data.prompt_cache_options;
if((!(data50 && typeof data50 == "object" && !Array.isArray(data50))) && (data50 !== null)){
const err127 = {instancePath:instancePath+"/prompt_cache_options",schemaPath:"#/properties/prompt_cache_options/type",keyword:"type",params:{type: schema6.properties.prompt_cache_options.type},schema:schema6.properties.prompt_cache_options.type,parentSchema:schema6.properties.prompt_cache_options,data:data50};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
if(data.seed !== undefined){
let data51 = data.seed;
if((!(((typeof data51 == "number") && (!(data51 % 1) && !isNaN(data51))) && (isFinite(data51)))) && (data51 !== null)){
const err128 = {instancePath:instancePath+"/seed",schemaPath:"#/properties/seed/type",keyword:"type",params:{type: schema6.properties.seed.type},schema:schema6.properties.seed.type,parentSchema:schema6.properties.seed,data:data51};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data.service_tier !== undefined){
let data52 = data.service_tier;
if(!(((data52 === "auto") || (data52 === "default")) || (data52 === null))){
const err129 = {instancePath:instancePath+"/service_tier",schemaPath:"#/properties/service_tier/enum",keyword:"enum",params:{allowedValues: schema6.properties.service_tier.enum},schema:schema6.properties.service_tier.enum,parentSchema:schema6.properties.service_tier,data:data52};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
}
if(data.prediction !== undefined){
let data53 = data.prediction;
if((!(data53 && typeof data53 == "object" && !Array.isArray(data53))) && (data53 !== null)){
const err130 = {instancePath:instancePath+"/prediction",schemaPath:"#/properties/prediction/type",keyword:"type",params:{type: schema6.properties.prediction.type},schema:schema6.properties.prediction.type,parentSchema:schema6.properties.prediction,data:data53};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data.parallel_tool_calls !== undefined){
let data54 = data.parallel_tool_calls;
if((typeof data54 !== "boolean") && (data54 !== null)){
const err131 = {instancePath:instancePath+"/parallel_tool_calls",schemaPath:"#/properties/parallel_tool_calls/type",keyword:"type",params:{type: schema6.properties.parallel_tool_calls.type},schema:schema6.properties.parallel_tool_calls.type,parentSchema:schema6.properties.parallel_tool_calls,data:data54};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
if(data.tool_choice !== undefined){
let data55 = data.tool_choice;
if(!(((data55 === "none") || (data55 === "auto")) || (data55 === null))){
const err132 = {instancePath:instancePath+"/tool_choice",schemaPath:"#/properties/tool_choice/enum",keyword:"enum",params:{allowedValues: schema6.properties.tool_choice.enum},schema:schema6.properties.tool_choice.enum,parentSchema:schema6.properties.tool_choice,data:data55};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data.tools !== undefined){
let data56 = data.tools;
if((!(Array.isArray(data56))) && (data56 !== null)){
const err133 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: schema6.properties.tools.type},schema:schema6.properties.tools.type,parentSchema:schema6.properties.tools,data:data56};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
const _errs166 = errors;
let valid29 = true;
const _errs167 = errors;
if(Array.isArray(data56)){
if(data56.length < 1){
const err134 = {};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
var _valid13 = _errs167 === errors;
errors = _errs166;
if(vErrors !== null){
if(_errs166){
vErrors.length = _errs166;
}
else {
vErrors = null;
}
}
if(!_valid13){
const _errs168 = errors;
var _valid13 = _errs168 === errors;
valid29 = _valid13;
}
if(!valid29){
const err135 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.tools.if,parentSchema:schema6.properties.tools,data:data56};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
if(Array.isArray(data56)){
if(data56.length > 0){
const err136 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/maxItems",keyword:"maxItems",params:{limit: 0},schema:0,parentSchema:schema6.properties.tools,data:data56};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
if(data.functions !== undefined){
let data57 = data.functions;
if((!(Array.isArray(data57))) && (data57 !== null)){
const err137 = {instancePath:instancePath+"/functions",schemaPath:"#/properties/functions/type",keyword:"type",params:{type: schema6.properties.functions.type},schema:schema6.properties.functions.type,parentSchema:schema6.properties.functions,data:data57};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
const _errs171 = errors;
let valid30 = true;
const _errs172 = errors;
if(Array.isArray(data57)){
if(data57.length < 1){
const err138 = {};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
var _valid14 = _errs172 === errors;
errors = _errs171;
if(vErrors !== null){
if(_errs171){
vErrors.length = _errs171;
}
else {
vErrors = null;
}
}
if(!_valid14){
const _errs173 = errors;
var _valid14 = _errs173 === errors;
valid30 = _valid14;
}
if(!valid30){
const err139 = {instancePath:instancePath+"/functions",schemaPath:"#/properties/functions/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.functions.if,parentSchema:schema6.properties.functions,data:data57};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
if(Array.isArray(data57)){
if(data57.length > 0){
const err140 = {instancePath:instancePath+"/functions",schemaPath:"#/properties/functions/maxItems",keyword:"maxItems",params:{limit: 0},schema:0,parentSchema:schema6.properties.functions,data:data57};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
}
if(data.function_call !== undefined){
let data58 = data.function_call;
if(!(((data58 === "none") || (data58 === "auto")) || (data58 === null))){
const err141 = {instancePath:instancePath+"/function_call",schemaPath:"#/properties/function_call/enum",keyword:"enum",params:{allowedValues: schema6.properties.function_call.enum},schema:schema6.properties.function_call.enum,parentSchema:schema6.properties.function_call,data:data58};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
if(data.n !== undefined){
let data59 = data.n;
if(!((data59 === 1) || (data59 === null))){
const err142 = {instancePath:instancePath+"/n",schemaPath:"#/properties/n/enum",keyword:"enum",params:{allowedValues: schema6.properties.n.enum},schema:schema6.properties.n.enum,parentSchema:schema6.properties.n,data:data59};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data.logprobs !== undefined){
let data60 = data.logprobs;
if(!((data60 === false) || (data60 === null))){
const err143 = {instancePath:instancePath+"/logprobs",schemaPath:"#/properties/logprobs/enum",keyword:"enum",params:{allowedValues: schema6.properties.logprobs.enum},schema:schema6.properties.logprobs.enum,parentSchema:schema6.properties.logprobs,data:data60};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data.top_logprobs !== undefined){
let data61 = data.top_logprobs;
if(!((data61 === 0) || (data61 === null))){
const err144 = {instancePath:instancePath+"/top_logprobs",schemaPath:"#/properties/top_logprobs/enum",keyword:"enum",params:{allowedValues: schema6.properties.top_logprobs.enum},schema:schema6.properties.top_logprobs.enum,parentSchema:schema6.properties.top_logprobs,data:data61};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
if(data.logit_bias !== undefined){
let data62 = data.logit_bias;
if((!(data62 && typeof data62 == "object" && !Array.isArray(data62))) && (data62 !== null)){
const err145 = {instancePath:instancePath+"/logit_bias",schemaPath:"#/properties/logit_bias/type",keyword:"type",params:{type: schema6.properties.logit_bias.type},schema:schema6.properties.logit_bias.type,parentSchema:schema6.properties.logit_bias,data:data62};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
if(Object.keys(data62).length > 0){
const err146 = {instancePath:instancePath+"/logit_bias",schemaPath:"#/properties/logit_bias/maxProperties",keyword:"maxProperties",params:{limit: 0},schema:0,parentSchema:schema6.properties.logit_bias,data:data62};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
}
if(data.frequency_penalty !== undefined){
let data63 = data.frequency_penalty;
if(!((data63 === 0) || (data63 === null))){
const err147 = {instancePath:instancePath+"/frequency_penalty",schemaPath:"#/properties/frequency_penalty/enum",keyword:"enum",params:{allowedValues: schema6.properties.frequency_penalty.enum},schema:schema6.properties.frequency_penalty.enum,parentSchema:schema6.properties.frequency_penalty,data:data63};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data.presence_penalty !== undefined){
let data64 = data.presence_penalty;
if(!((data64 === 0) || (data64 === null))){
const err148 = {instancePath:instancePath+"/presence_penalty",schemaPath:"#/properties/presence_penalty/enum",keyword:"enum",params:{allowedValues: schema6.properties.presence_penalty.enum},schema:schema6.properties.presence_penalty.enum,parentSchema:schema6.properties.presence_penalty,data:data64};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
if(data.stop !== undefined){
let data65 = data.stop;
if((!(Array.isArray(data65))) && (data65 !== null)){
const err149 = {instancePath:instancePath+"/stop",schemaPath:"#/properties/stop/type",keyword:"type",params:{type: schema6.properties.stop.type},schema:schema6.properties.stop.type,parentSchema:schema6.properties.stop,data:data65};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
const _errs184 = errors;
let valid31 = true;
const _errs185 = errors;
if(Array.isArray(data65)){
if(data65.length < 1){
const err150 = {};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
var _valid15 = _errs185 === errors;
errors = _errs184;
if(vErrors !== null){
if(_errs184){
vErrors.length = _errs184;
}
else {
vErrors = null;
}
}
if(!_valid15){
const _errs186 = errors;
if(Array.isArray(data65)){
const len3 = data65.length;
for(let i3=0; i3<len3; i3++){
let data66 = data65[i3];
if(typeof data66 !== "string"){
const err151 = {instancePath:instancePath+"/stop/" + i3,schemaPath:"#/properties/stop/else/items/type",keyword:"type",params:{type: "string"},schema:schema6.properties.stop.else.items.type,parentSchema:schema6.properties.stop.else.items,data:data66};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
}
var _valid15 = _errs186 === errors;
valid31 = _valid15;
}
if(!valid31){
const err152 = {instancePath:instancePath+"/stop",schemaPath:"#/properties/stop/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.stop.if,parentSchema:schema6.properties.stop,data:data65};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
if(Array.isArray(data65)){
if(data65.length > 0){
const err153 = {instancePath:instancePath+"/stop",schemaPath:"#/properties/stop/maxItems",keyword:"maxItems",params:{limit: 0},schema:0,parentSchema:schema6.properties.stop,data:data65};
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
if(data.modalities !== undefined){
let data67 = data.modalities;
if((!(Array.isArray(data67))) && (data67 !== null)){
const err154 = {instancePath:instancePath+"/modalities",schemaPath:"#/properties/modalities/type",keyword:"type",params:{type: schema6.properties.modalities.type},schema:schema6.properties.modalities.type,parentSchema:schema6.properties.modalities,data:data67};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
const _errs191 = errors;
let valid34 = true;
const _errs192 = errors;
if(Array.isArray(data67)){
if(data67.length < 2){
const err155 = {};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
var _valid16 = _errs192 === errors;
errors = _errs191;
if(vErrors !== null){
if(_errs191){
vErrors.length = _errs191;
}
else {
vErrors = null;
}
}
if(!_valid16){
const _errs193 = errors;
if(Array.isArray(data67)){
const len4 = data67.length;
for(let i4=0; i4<len4; i4++){
let data68 = data67[i4];
if(!(data68 === "text")){
const err156 = {instancePath:instancePath+"/modalities/" + i4,schemaPath:"#/properties/modalities/else/items/enum",keyword:"enum",params:{allowedValues: schema6.properties.modalities.else.items.enum},schema:schema6.properties.modalities.else.items.enum,parentSchema:schema6.properties.modalities.else.items,data:data68};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
}
var _valid16 = _errs193 === errors;
valid34 = _valid16;
}
if(!valid34){
const err157 = {instancePath:instancePath+"/modalities",schemaPath:"#/properties/modalities/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.modalities.if,parentSchema:schema6.properties.modalities,data:data67};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
if(Array.isArray(data67)){
if(data67.length > 1){
const err158 = {instancePath:instancePath+"/modalities",schemaPath:"#/properties/modalities/maxItems",keyword:"maxItems",params:{limit: 1},schema:1,parentSchema:schema6.properties.modalities,data:data67};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
}
if(data.audio !== undefined){
let data69 = data.audio;
if(data69 !== null){
const err159 = {instancePath:instancePath+"/audio",schemaPath:"#/properties/audio/type",keyword:"type",params:{type: "null"},schema:schema6.properties.audio.type,parentSchema:schema6.properties.audio,data:data69};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
if(data.verbosity !== undefined){
let data70 = data.verbosity;
if(!((((data70 === "low") || (data70 === "medium")) || (data70 === "high")) || (data70 === null))){
const err160 = {instancePath:instancePath+"/verbosity",schemaPath:"#/properties/verbosity/enum",keyword:"enum",params:{allowedValues: schema6.properties.verbosity.enum},schema:schema6.properties.verbosity.enum,parentSchema:schema6.properties.verbosity,data:data70};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
if(data.web_search_options !== undefined){
let data71 = data.web_search_options;
if(data71 !== null){
const err161 = {instancePath:instancePath+"/web_search_options",schemaPath:"#/properties/web_search_options/type",keyword:"type",params:{type: "null"},schema:schema6.properties.web_search_options.type,parentSchema:schema6.properties.web_search_options,data:data71};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data.moderation !== undefined){
let data72 = data.moderation;
if(data72 !== null){
const err162 = {instancePath:instancePath+"/moderation",schemaPath:"#/properties/moderation/type",keyword:"type",params:{type: "null"},schema:schema6.properties.moderation.type,parentSchema:schema6.properties.moderation,data:data72};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
}
else {
const err163 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const validateResponsesRequest = validate22;
const schema7 = {"type":"object","required":["model","input"],"properties":{"model":{"type":"string","minLength":1,"maxLength":255},"input":{"oneOf":[{"type":"string"},{"type":"array","minItems":1,"maxItems":300,"if":{"minItems":301},"else":{"items":{"type":"object","properties":{"type":{"enum":["message","reasoning"],"x-problems":{"enum":{"code":"unsupported_value","message":"must be one of: message, reasoning; tools are not supported, and no earlier items are kept: send them whole"}}},"role":{"enum":["system","developer","user","assistant"]},"content":{"oneOf":[{"type":"string"},{"type":"array","maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["type"],"properties":{"type":{"enum":["input_text","output_text","input_image","input_file","refusal","reasoning_text"],"x-problems":{"enum":{"code":"unsupported_value","message":"must be one of: input_text, output_text, input_image, input_file, refusal; audio and video are not supported"}}},"text":{"type":"string"},"refusal":{"type":"string"},"annotations":{"type":["array","null"],"maxItems":100,"if":{"minItems":101},"else":{"items":{"type":"object","additionalProperties":true}}},"logprobs":{"type":["array","null"],"maxItems":100,"if":{"minItems":101},"else":{"items":{"type":"object","additionalProperties":true}}},"image_url":{"type":["string","null"]},"detail":{"type":["string","null"],"maxLength":64},"filename":{"type":["string","null"]},"file_data":{"type":["string","null"]},"file_url":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"nothing is fetched from elsewhere: send file_data"}}},"file_id":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"no files are stored here: send file_data"}}},"prompt_cache_breakpoint":{"type":["object","null"],"additionalProperties":true}},"maxProperties":44,"if":{"minProperties":45},"else":{"properties":{"type":true,"text":true,"refusal":true,"annotations":true,"logprobs":true,"image_url":true,"detail":true,"filename":true,"file_data":true,"file_url":true,"file_id":true,"prompt_cache_breakpoint":true},"additionalProperties":false}}}},{"type":"null"}]},"id":{"type":["string","null"]},"status":{"type":["string","null"]},"phase":{"type":["string","null"]},"encrypted_content":{"type":["string","null"]},"summary":{"type":["array","null"],"maxItems":100,"if":{"minItems":101},"else":{"items":{"type":"object","additionalProperties":true}}}},"maxProperties":40,"if":{"minProperties":41},"else":{"properties":{"type":true,"role":true,"content":true,"id":true,"status":true,"phase":true,"encrypted_content":true,"summary":true},"additionalProperties":false}}}}]},"instructions":{"type":["string","null"]},"max_output_tokens":{"type":["integer","null"],"minimum":1,"maximum":10000000},"temperature":{"type":["number","null"],"minimum":0,"maximum":2},"top_p":{"type":["number","null"],"minimum":0,"maximum":1},"reasoning":{"type":["object","null"],"properties":{"effort":{"enum":["none","minimal","low","medium","high","xhigh","max",null]},"summary":{"type":["string","null"],"maxLength":64},"generate_summary":{"type":["string","null"],"maxLength":64},"context":{"type":["string","null"],"maxLength":64},"mode":{"enum":["standard",null],"x-problems":{"enum":{"code":"unsupported_value","message":"only standard is supported: ask for a higher effort"}}}},"maxProperties":37,"if":{"minProperties":38},"else":{"properties":{"effort":true,"summary":true,"generate_summary":true,"context":true,"mode":true},"additionalProperties":false}},"text":{"type":["object","null"],"properties":{"format":{"type":["object","null"],"required":["type"],"properties":{"type":{"enum":["text","json_object","json_schema"]},"name":{"type":["string","null"],"maxLength":255},"description":{"type":["string","null"],"maxLength":65536},"schema":{"type":"object","additionalProperties":true},"strict":{"type":["boolean","null"]}},"maxProperties":37,"if":{"minProperties":38},"else":{"properties":{"type":true,"name":true,"description":true,"schema":true,"strict":true},"additionalProperties":false}},"verbosity":{"enum":["low","medium","high",null]}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"format":{"x-fields":["type","name","description","schema","strict"]},"verbosity":true},"additionalProperties":false}},"stream":{"type":["boolean","null"]},"stream_options":{"type":["object","null"],"properties":{"include_obfuscation":{"type":["boolean","null"]}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"include_obfuscation":true},"additionalProperties":false}},"store":{"type":["boolean","null"]},"metadata":{"type":["object","null"],"maxProperties":16,"propertyNames":{"maxLength":64},"additionalProperties":{"type":"string","maxLength":512}},"user":{"type":["string","null"],"maxLength":1024},"safety_identifier":{"type":["string","null"],"maxLength":1024},"prompt_cache_key":{"type":["string","null"],"maxLength":1024},"prompt_cache_retention":{"type":["string","null"],"maxLength":64},"prompt_cache_options":{"type":["object","null"],"additionalProperties":true},"service_tier":{"enum":["auto","default",null],"x-problems":{"enum":{"code":"unsupported_value","message":"must be one of: auto, default; there are no other tiers"}}},"include":{"type":["array","null"],"maxItems":16,"if":{"minItems":17},"else":{"items":{"type":"string","maxLength":255}}},"parallel_tool_calls":{"type":["boolean","null"]},"max_tool_calls":{"type":["integer","null"]},"tool_choice":{"enum":["none","auto",null],"x-problems":{"enum":{"code":"unsupported_value","message":"tools are not supported: leave it out"}}},"tools":{"type":["array","null"],"maxItems":0,"x-problems":{"type":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"},"maxItems":{"code":"unsupported_parameter","message":"tools are not supported: leave it out"}},"if":{"minItems":1},"else":{"items":{}}},"truncation":{"enum":["disabled",null],"x-problems":{"enum":{"code":"unsupported_value","message":"only disabled is supported: send a shorter conversation"}}},"background":{"enum":[false,null],"x-problems":{"enum":{"code":"unsupported_value","message":"not supported here: use \"Prefer: respond-async\" on POST /api/v1/prompt"}}},"previous_response_id":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"no conversation is kept: send all of it as input"}}},"conversation":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"no conversation is kept: send all of it as input"}}},"prompt":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"no prompts are kept: send the text as input"}}},"top_logprobs":{"enum":[0,null],"x-problems":{"enum":{"code":"unsupported_value","message":"log probabilities are not available: leave it out"}}},"moderation":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"not supported: leave it out"}}},"context_management":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"not supported: leave it out"}}},"image":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"not supported: leave it out"}}},"access_programs":{"type":"null","x-problems":{"type":{"code":"unsupported_parameter","message":"not supported: leave it out"}}}},"definitions":{},"maxProperties":65,"if":{"minProperties":66},"else":{"properties":{"model":true,"input":true,"instructions":true,"max_output_tokens":true,"temperature":true,"top_p":true,"reasoning":{"x-fields":["effort","summary","generate_summary","context","mode"]},"text":{"x-fields":["format","verbosity"]},"stream":true,"stream_options":{"x-fields":["include_obfuscation"]},"store":true,"metadata":true,"user":true,"safety_identifier":true,"prompt_cache_key":true,"prompt_cache_retention":true,"prompt_cache_options":true,"service_tier":true,"include":true,"parallel_tool_calls":true,"max_tool_calls":true,"tool_choice":true,"tools":true,"truncation":true,"background":true,"previous_response_id":true,"conversation":true,"prompt":true,"top_logprobs":true,"moderation":true,"context_management":true,"image":true,"access_programs":true},"additionalProperties":false}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 66){
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
if(!(func2.call(schema7.else.properties, key0))){
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
if(Object.keys(data).length > 65){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 65},schema:65,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.model === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "model"},schema:schema7.required,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.input === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "input"},schema:schema7.required,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.model !== undefined){
let data0 = data.model;
if(typeof data0 === "string"){
if(data0.length > 255){
const err6 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema7.properties.model,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data0.length < 1){
const err7 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema7.properties.model,data:data0};
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
const err8 = {instancePath:instancePath+"/model",schemaPath:"#/properties/model/type",keyword:"type",params:{type: "string"},schema:schema7.properties.model.type,parentSchema:schema7.properties.model,data:data0};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.input !== undefined){
let data1 = data.input;
const _errs8 = errors;
let valid2 = false;
let passing0 = null;
const _errs9 = errors;
if(typeof data1 !== "string"){
const err9 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/oneOf/0/type",keyword:"type",params:{type: "string"},schema:schema7.properties.input.oneOf[0].type,parentSchema:schema7.properties.input.oneOf[0],data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid1 = _errs9 === errors;
if(_valid1){
valid2 = true;
passing0 = 0;
}
const _errs11 = errors;
const _errs13 = errors;
let valid3 = true;
const _errs14 = errors;
if(Array.isArray(data1)){
if(data1.length < 301){
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
var _valid2 = _errs14 === errors;
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
if(!_valid2){
const _errs15 = errors;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs18 = errors;
let valid6 = true;
const _errs19 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length < 41){
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
var _valid3 = _errs19 === errors;
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
if(!_valid3){
const _errs20 = errors;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 in data2){
if(!((((((((key1 === "type") || (key1 === "role")) || (key1 === "content")) || (key1 === "id")) || (key1 === "status")) || (key1 === "phase")) || (key1 === "encrypted_content")) || (key1 === "summary"))){
const err12 = {instancePath:instancePath+"/input/" + i0,schemaPath:"#/properties/input/oneOf/1/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema7.properties.input.oneOf[1].else.items.else,data:data2};
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
var _valid3 = _errs20 === errors;
valid6 = _valid3;
}
if(!valid6){
const err13 = {instancePath:instancePath+"/input/" + i0,schemaPath:"#/properties/input/oneOf/1/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].else.items.if,parentSchema:schema7.properties.input.oneOf[1].else.items,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 40){
const err14 = {instancePath:instancePath+"/input/" + i0,schemaPath:"#/properties/input/oneOf/1/else/items/maxProperties",keyword:"maxProperties",params:{limit: 40},schema:40,parentSchema:schema7.properties.input.oneOf[1].else.items,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data2.type !== undefined){
let data3 = data2.type;
if(!((data3 === "message") || (data3 === "reasoning"))){
const err15 = {instancePath:instancePath+"/input/" + i0+"/type",schemaPath:"#/properties/input/oneOf/1/else/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema7.properties.input.oneOf[1].else.items.properties.type.enum},schema:schema7.properties.input.oneOf[1].else.items.properties.type.enum,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.type,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data2.role !== undefined){
let data4 = data2.role;
if(!((((data4 === "system") || (data4 === "developer")) || (data4 === "user")) || (data4 === "assistant"))){
const err16 = {instancePath:instancePath+"/input/" + i0+"/role",schemaPath:"#/properties/input/oneOf/1/else/items/properties/role/enum",keyword:"enum",params:{allowedValues: schema7.properties.input.oneOf[1].else.items.properties.role.enum},schema:schema7.properties.input.oneOf[1].else.items.properties.role.enum,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.role,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data2.content !== undefined){
let data5 = data2.content;
const _errs25 = errors;
let valid8 = false;
let passing1 = null;
const _errs26 = errors;
if(typeof data5 !== "string"){
const err17 = {instancePath:instancePath+"/input/" + i0+"/content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/0/type",keyword:"type",params:{type: "string"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[0].type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[0],data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid4 = _errs26 === errors;
if(_valid4){
valid8 = true;
passing1 = 0;
}
const _errs28 = errors;
const _errs30 = errors;
let valid9 = true;
const _errs31 = errors;
if(Array.isArray(data5)){
if(data5.length < 65){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
var _valid5 = _errs31 === errors;
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
if(!_valid5){
const _errs32 = errors;
if(Array.isArray(data5)){
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
let data6 = data5[i1];
const _errs35 = errors;
let valid12 = true;
const _errs36 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length < 45){
const err19 = {};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
var _valid6 = _errs36 === errors;
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
if(!_valid6){
const _errs37 = errors;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
for(const key2 in data6){
if(!(func2.call(schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.else.properties, key2))){
const err20 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.else,data:data6};
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
var _valid6 = _errs37 === errors;
valid12 = _valid6;
}
if(!valid12){
const err21 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.if,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 44){
const err22 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/maxProperties",keyword:"maxProperties",params:{limit: 44},schema:44,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data6.type === undefined){
const err23 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/required",keyword:"required",params:{missingProperty: "type"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.required,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data6.type !== undefined){
let data7 = data6.type;
if(!((((((data7 === "input_text") || (data7 === "output_text")) || (data7 === "input_image")) || (data7 === "input_file")) || (data7 === "refusal")) || (data7 === "reasoning_text"))){
const err24 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/type",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/type/enum",keyword:"enum",params:{allowedValues: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.type.enum},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.type.enum,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.type,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data6.text !== undefined){
let data8 = data6.text;
if(typeof data8 !== "string"){
const err25 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/text",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.text.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.text,data:data8};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data6.refusal !== undefined){
let data9 = data6.refusal;
if(typeof data9 !== "string"){
const err26 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/refusal",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/refusal/type",keyword:"type",params:{type: "string"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.refusal.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.refusal,data:data9};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data6.annotations !== undefined){
let data10 = data6.annotations;
if((!(Array.isArray(data10))) && (data10 !== null)){
const err27 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/annotations",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/annotations/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
const _errs46 = errors;
let valid14 = true;
const _errs47 = errors;
if(Array.isArray(data10)){
if(data10.length < 101){
const err28 = {};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
var _valid7 = _errs47 === errors;
errors = _errs46;
if(vErrors !== null){
if(_errs46){
vErrors.length = _errs46;
}
else {
vErrors = null;
}
}
if(!_valid7){
const _errs48 = errors;
if(Array.isArray(data10)){
const len2 = data10.length;
for(let i2=0; i2<len2; i2++){
let data11 = data10[i2];
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
}
else {
const err29 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/annotations/" + i2,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/annotations/else/items/type",keyword:"type",params:{type: "object"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations.else.items.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations.else.items,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
var _valid7 = _errs48 === errors;
valid14 = _valid7;
}
if(!valid14){
const err30 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/annotations",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/annotations/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations.if,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations,data:data10};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(Array.isArray(data10)){
if(data10.length > 100){
const err31 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/annotations",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/annotations/maxItems",keyword:"maxItems",params:{limit: 100},schema:100,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.annotations,data:data10};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data6.logprobs !== undefined){
let data12 = data6.logprobs;
if((!(Array.isArray(data12))) && (data12 !== null)){
const err32 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/logprobs",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/logprobs/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
const _errs54 = errors;
let valid17 = true;
const _errs55 = errors;
if(Array.isArray(data12)){
if(data12.length < 101){
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
var _valid8 = _errs55 === errors;
errors = _errs54;
if(vErrors !== null){
if(_errs54){
vErrors.length = _errs54;
}
else {
vErrors = null;
}
}
if(!_valid8){
const _errs56 = errors;
if(Array.isArray(data12)){
const len3 = data12.length;
for(let i3=0; i3<len3; i3++){
let data13 = data12[i3];
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
}
else {
const err34 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/logprobs/" + i3,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/logprobs/else/items/type",keyword:"type",params:{type: "object"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs.else.items.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs.else.items,data:data13};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
var _valid8 = _errs56 === errors;
valid17 = _valid8;
}
if(!valid17){
const err35 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/logprobs",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/logprobs/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs.if,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs,data:data12};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(Array.isArray(data12)){
if(data12.length > 100){
const err36 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/logprobs",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/logprobs/maxItems",keyword:"maxItems",params:{limit: 100},schema:100,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.logprobs,data:data12};
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
if(data6.image_url !== undefined){
let data14 = data6.image_url;
if((typeof data14 !== "string") && (data14 !== null)){
const err37 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/image_url",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/image_url/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.image_url.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.image_url.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.image_url,data:data14};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data6.detail !== undefined){
let data15 = data6.detail;
if((typeof data15 !== "string") && (data15 !== null)){
const err38 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/detail",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/detail/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.detail.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.detail.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.detail,data:data15};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(typeof data15 === "string"){
if(data15.length > 64){
const err39 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/detail",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/detail/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.detail,data:data15};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
if(data6.filename !== undefined){
let data16 = data6.filename;
if((typeof data16 !== "string") && (data16 !== null)){
const err40 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/filename",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/filename/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.filename.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.filename.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.filename,data:data16};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data6.file_data !== undefined){
let data17 = data6.file_data;
if((typeof data17 !== "string") && (data17 !== null)){
const err41 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/file_data",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/file_data/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_data.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_data.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_data,data:data17};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data6.file_url !== undefined){
let data18 = data6.file_url;
if(data18 !== null){
const err42 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/file_url",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/file_url/type",keyword:"type",params:{type: "null"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_url.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_url,data:data18};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data6.file_id !== undefined){
let data19 = data6.file_id;
if(data19 !== null){
const err43 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/file_id",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/file_id/type",keyword:"type",params:{type: "null"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_id.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.file_id,data:data19};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data6.prompt_cache_breakpoint !== undefined){
let data20 = data6.prompt_cache_breakpoint;
if((!(data20 && typeof data20 == "object" && !Array.isArray(data20))) && (data20 !== null)){
const err44 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1+"/prompt_cache_breakpoint",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/properties/prompt_cache_breakpoint/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.prompt_cache_breakpoint.type},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.prompt_cache_breakpoint.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.properties.prompt_cache_breakpoint,data:data20};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
}
else {
const err45 = {instancePath:instancePath+"/input/" + i0+"/content/" + i1,schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/else/items/type",keyword:"type",params:{type: "object"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].else.items,data:data6};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
}
var _valid5 = _errs32 === errors;
valid9 = _valid5;
}
if(!valid9){
const err46 = {instancePath:instancePath+"/input/" + i0+"/content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].if,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1],data:data5};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(Array.isArray(data5)){
if(data5.length > 64){
const err47 = {instancePath:instancePath+"/input/" + i0+"/content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1],data:data5};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/input/" + i0+"/content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/1/type",keyword:"type",params:{type: "array"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1].type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[1],data:data5};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid4 = _errs28 === errors;
if(_valid4 && valid8){
valid8 = false;
passing1 = [passing1, 1];
}
else {
if(_valid4){
valid8 = true;
passing1 = 1;
}
const _errs75 = errors;
if(data5 !== null){
const err49 = {instancePath:instancePath+"/input/" + i0+"/content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf/2/type",keyword:"type",params:{type: "null"},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[2].type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf[2],data:data5};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
var _valid4 = _errs75 === errors;
if(_valid4 && valid8){
valid8 = false;
passing1 = [passing1, 2];
}
else {
if(_valid4){
valid8 = true;
passing1 = 2;
}
}
}
if(!valid8){
const err50 = {instancePath:instancePath+"/input/" + i0+"/content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/content/oneOf",keyword:"oneOf",params:{passingSchemas: passing1},schema:schema7.properties.input.oneOf[1].else.items.properties.content.oneOf,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.content,data:data5};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
else {
errors = _errs25;
if(vErrors !== null){
if(_errs25){
vErrors.length = _errs25;
}
else {
vErrors = null;
}
}
}
}
if(data2.id !== undefined){
let data21 = data2.id;
if((typeof data21 !== "string") && (data21 !== null)){
const err51 = {instancePath:instancePath+"/input/" + i0+"/id",schemaPath:"#/properties/input/oneOf/1/else/items/properties/id/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.id.type},schema:schema7.properties.input.oneOf[1].else.items.properties.id.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.id,data:data21};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data2.status !== undefined){
let data22 = data2.status;
if((typeof data22 !== "string") && (data22 !== null)){
const err52 = {instancePath:instancePath+"/input/" + i0+"/status",schemaPath:"#/properties/input/oneOf/1/else/items/properties/status/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.status.type},schema:schema7.properties.input.oneOf[1].else.items.properties.status.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.status,data:data22};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data2.phase !== undefined){
let data23 = data2.phase;
if((typeof data23 !== "string") && (data23 !== null)){
const err53 = {instancePath:instancePath+"/input/" + i0+"/phase",schemaPath:"#/properties/input/oneOf/1/else/items/properties/phase/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.phase.type},schema:schema7.properties.input.oneOf[1].else.items.properties.phase.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.phase,data:data23};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data2.encrypted_content !== undefined){
let data24 = data2.encrypted_content;
if((typeof data24 !== "string") && (data24 !== null)){
const err54 = {instancePath:instancePath+"/input/" + i0+"/encrypted_content",schemaPath:"#/properties/input/oneOf/1/else/items/properties/encrypted_content/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.encrypted_content.type},schema:schema7.properties.input.oneOf[1].else.items.properties.encrypted_content.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.encrypted_content,data:data24};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data2.summary !== undefined){
let data25 = data2.summary;
if((!(Array.isArray(data25))) && (data25 !== null)){
const err55 = {instancePath:instancePath+"/input/" + i0+"/summary",schemaPath:"#/properties/input/oneOf/1/else/items/properties/summary/type",keyword:"type",params:{type: schema7.properties.input.oneOf[1].else.items.properties.summary.type},schema:schema7.properties.input.oneOf[1].else.items.properties.summary.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.summary,data:data25};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
const _errs87 = errors;
let valid20 = true;
const _errs88 = errors;
if(Array.isArray(data25)){
if(data25.length < 101){
const err56 = {};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
var _valid9 = _errs88 === errors;
errors = _errs87;
if(vErrors !== null){
if(_errs87){
vErrors.length = _errs87;
}
else {
vErrors = null;
}
}
if(!_valid9){
const _errs89 = errors;
if(Array.isArray(data25)){
const len4 = data25.length;
for(let i4=0; i4<len4; i4++){
let data26 = data25[i4];
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
}
else {
const err57 = {instancePath:instancePath+"/input/" + i0+"/summary/" + i4,schemaPath:"#/properties/input/oneOf/1/else/items/properties/summary/else/items/type",keyword:"type",params:{type: "object"},schema:schema7.properties.input.oneOf[1].else.items.properties.summary.else.items.type,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.summary.else.items,data:data26};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
var _valid9 = _errs89 === errors;
valid20 = _valid9;
}
if(!valid20){
const err58 = {instancePath:instancePath+"/input/" + i0+"/summary",schemaPath:"#/properties/input/oneOf/1/else/items/properties/summary/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].else.items.properties.summary.if,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.summary,data:data25};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(Array.isArray(data25)){
if(data25.length > 100){
const err59 = {instancePath:instancePath+"/input/" + i0+"/summary",schemaPath:"#/properties/input/oneOf/1/else/items/properties/summary/maxItems",keyword:"maxItems",params:{limit: 100},schema:100,parentSchema:schema7.properties.input.oneOf[1].else.items.properties.summary,data:data25};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/input/" + i0,schemaPath:"#/properties/input/oneOf/1/else/items/type",keyword:"type",params:{type: "object"},schema:schema7.properties.input.oneOf[1].else.items.type,parentSchema:schema7.properties.input.oneOf[1].else.items,data:data2};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
var _valid2 = _errs15 === errors;
valid3 = _valid2;
}
if(!valid3){
const err61 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.input.oneOf[1].if,parentSchema:schema7.properties.input.oneOf[1],data:data1};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 300){
const err62 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/oneOf/1/maxItems",keyword:"maxItems",params:{limit: 300},schema:300,parentSchema:schema7.properties.input.oneOf[1],data:data1};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
if(data1.length < 1){
const err63 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/oneOf/1/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema7.properties.input.oneOf[1],data:data1};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/oneOf/1/type",keyword:"type",params:{type: "array"},schema:schema7.properties.input.oneOf[1].type,parentSchema:schema7.properties.input.oneOf[1],data:data1};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
var _valid1 = _errs11 === errors;
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
const err65 = {instancePath:instancePath+"/input",schemaPath:"#/properties/input/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema7.properties.input.oneOf,parentSchema:schema7.properties.input,data:data1};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
else {
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
}
}
if(data.instructions !== undefined){
let data27 = data.instructions;
if((typeof data27 !== "string") && (data27 !== null)){
const err66 = {instancePath:instancePath+"/instructions",schemaPath:"#/properties/instructions/type",keyword:"type",params:{type: schema7.properties.instructions.type},schema:schema7.properties.instructions.type,parentSchema:schema7.properties.instructions,data:data27};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.max_output_tokens !== undefined){
let data28 = data.max_output_tokens;
if((!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))) && (data28 !== null)){
const err67 = {instancePath:instancePath+"/max_output_tokens",schemaPath:"#/properties/max_output_tokens/type",keyword:"type",params:{type: schema7.properties.max_output_tokens.type},schema:schema7.properties.max_output_tokens.type,parentSchema:schema7.properties.max_output_tokens,data:data28};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 10000000 || isNaN(data28)){
const err68 = {instancePath:instancePath+"/max_output_tokens",schemaPath:"#/properties/max_output_tokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema7.properties.max_output_tokens,data:data28};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(data28 < 1 || isNaN(data28)){
const err69 = {instancePath:instancePath+"/max_output_tokens",schemaPath:"#/properties/max_output_tokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema7.properties.max_output_tokens,data:data28};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
}
if(data.temperature !== undefined){
let data29 = data.temperature;
if((!((typeof data29 == "number") && (isFinite(data29)))) && (data29 !== null)){
const err70 = {instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/type",keyword:"type",params:{type: schema7.properties.temperature.type},schema:schema7.properties.temperature.type,parentSchema:schema7.properties.temperature,data:data29};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 2 || isNaN(data29)){
const err71 = {instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema7.properties.temperature,data:data29};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err72 = {instancePath:instancePath+"/temperature",schemaPath:"#/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema7.properties.temperature,data:data29};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
}
if(data.top_p !== undefined){
let data30 = data.top_p;
if((!((typeof data30 == "number") && (isFinite(data30)))) && (data30 !== null)){
const err73 = {instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/type",keyword:"type",params:{type: schema7.properties.top_p.type},schema:schema7.properties.top_p.type,parentSchema:schema7.properties.top_p,data:data30};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 1 || isNaN(data30)){
const err74 = {instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema7.properties.top_p,data:data30};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data30 < 0 || isNaN(data30)){
const err75 = {instancePath:instancePath+"/top_p",schemaPath:"#/properties/top_p/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema7.properties.top_p,data:data30};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
}
if(data.reasoning !== undefined){
let data31 = data.reasoning;
if((!(data31 && typeof data31 == "object" && !Array.isArray(data31))) && (data31 !== null)){
const err76 = {instancePath:instancePath+"/reasoning",schemaPath:"#/properties/reasoning/type",keyword:"type",params:{type: schema7.properties.reasoning.type},schema:schema7.properties.reasoning.type,parentSchema:schema7.properties.reasoning,data:data31};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
const _errs103 = errors;
let valid23 = true;
const _errs104 = errors;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length < 38){
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
var _valid10 = _errs104 === errors;
errors = _errs103;
if(vErrors !== null){
if(_errs103){
vErrors.length = _errs103;
}
else {
vErrors = null;
}
}
if(!_valid10){
const _errs105 = errors;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
for(const key3 in data31){
if(!(((((key3 === "effort") || (key3 === "summary")) || (key3 === "generate_summary")) || (key3 === "context")) || (key3 === "mode"))){
const err78 = {instancePath:instancePath+"/reasoning",schemaPath:"#/properties/reasoning/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema7.properties.reasoning.else,data:data31};
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
var _valid10 = _errs105 === errors;
valid23 = _valid10;
}
if(!valid23){
const err79 = {instancePath:instancePath+"/reasoning",schemaPath:"#/properties/reasoning/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.reasoning.if,parentSchema:schema7.properties.reasoning,data:data31};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
if(Object.keys(data31).length > 37){
const err80 = {instancePath:instancePath+"/reasoning",schemaPath:"#/properties/reasoning/maxProperties",keyword:"maxProperties",params:{limit: 37},schema:37,parentSchema:schema7.properties.reasoning,data:data31};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data31.effort !== undefined){
let data32 = data31.effort;
if(!((((((((data32 === "none") || (data32 === "minimal")) || (data32 === "low")) || (data32 === "medium")) || (data32 === "high")) || (data32 === "xhigh")) || (data32 === "max")) || (data32 === null))){
const err81 = {instancePath:instancePath+"/reasoning/effort",schemaPath:"#/properties/reasoning/properties/effort/enum",keyword:"enum",params:{allowedValues: schema7.properties.reasoning.properties.effort.enum},schema:schema7.properties.reasoning.properties.effort.enum,parentSchema:schema7.properties.reasoning.properties.effort,data:data32};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data31.summary !== undefined){
let data33 = data31.summary;
if((typeof data33 !== "string") && (data33 !== null)){
const err82 = {instancePath:instancePath+"/reasoning/summary",schemaPath:"#/properties/reasoning/properties/summary/type",keyword:"type",params:{type: schema7.properties.reasoning.properties.summary.type},schema:schema7.properties.reasoning.properties.summary.type,parentSchema:schema7.properties.reasoning.properties.summary,data:data33};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(typeof data33 === "string"){
if(data33.length > 64){
const err83 = {instancePath:instancePath+"/reasoning/summary",schemaPath:"#/properties/reasoning/properties/summary/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema7.properties.reasoning.properties.summary,data:data33};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
}
if(data31.generate_summary !== undefined){
let data34 = data31.generate_summary;
if((typeof data34 !== "string") && (data34 !== null)){
const err84 = {instancePath:instancePath+"/reasoning/generate_summary",schemaPath:"#/properties/reasoning/properties/generate_summary/type",keyword:"type",params:{type: schema7.properties.reasoning.properties.generate_summary.type},schema:schema7.properties.reasoning.properties.generate_summary.type,parentSchema:schema7.properties.reasoning.properties.generate_summary,data:data34};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(typeof data34 === "string"){
if(data34.length > 64){
const err85 = {instancePath:instancePath+"/reasoning/generate_summary",schemaPath:"#/properties/reasoning/properties/generate_summary/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema7.properties.reasoning.properties.generate_summary,data:data34};
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
if(data31.context !== undefined){
let data35 = data31.context;
if((typeof data35 !== "string") && (data35 !== null)){
const err86 = {instancePath:instancePath+"/reasoning/context",schemaPath:"#/properties/reasoning/properties/context/type",keyword:"type",params:{type: schema7.properties.reasoning.properties.context.type},schema:schema7.properties.reasoning.properties.context.type,parentSchema:schema7.properties.reasoning.properties.context,data:data35};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(typeof data35 === "string"){
if(data35.length > 64){
const err87 = {instancePath:instancePath+"/reasoning/context",schemaPath:"#/properties/reasoning/properties/context/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema7.properties.reasoning.properties.context,data:data35};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
}
if(data31.mode !== undefined){
let data36 = data31.mode;
if(!((data36 === "standard") || (data36 === null))){
const err88 = {instancePath:instancePath+"/reasoning/mode",schemaPath:"#/properties/reasoning/properties/mode/enum",keyword:"enum",params:{allowedValues: schema7.properties.reasoning.properties.mode.enum},schema:schema7.properties.reasoning.properties.mode.enum,parentSchema:schema7.properties.reasoning.properties.mode,data:data36};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
}
}
if(data.text !== undefined){
let data37 = data.text;
if((!(data37 && typeof data37 == "object" && !Array.isArray(data37))) && (data37 !== null)){
const err89 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/type",keyword:"type",params:{type: schema7.properties.text.type},schema:schema7.properties.text.type,parentSchema:schema7.properties.text,data:data37};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
const _errs117 = errors;
let valid25 = true;
const _errs118 = errors;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(Object.keys(data37).length < 35){
const err90 = {};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
var _valid11 = _errs118 === errors;
errors = _errs117;
if(vErrors !== null){
if(_errs117){
vErrors.length = _errs117;
}
else {
vErrors = null;
}
}
if(!_valid11){
const _errs119 = errors;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
for(const key4 in data37){
if(!((key4 === "format") || (key4 === "verbosity"))){
const err91 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema7.properties.text.else,data:data37};
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
var _valid11 = _errs119 === errors;
valid25 = _valid11;
}
if(!valid25){
const err92 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.text.if,parentSchema:schema7.properties.text,data:data37};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(Object.keys(data37).length > 34){
const err93 = {instancePath:instancePath+"/text",schemaPath:"#/properties/text/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema7.properties.text,data:data37};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
if(data37.format !== undefined){
let data38 = data37.format;
if((!(data38 && typeof data38 == "object" && !Array.isArray(data38))) && (data38 !== null)){
const err94 = {instancePath:instancePath+"/text/format",schemaPath:"#/properties/text/properties/format/type",keyword:"type",params:{type: schema7.properties.text.properties.format.type},schema:schema7.properties.text.properties.format.type,parentSchema:schema7.properties.text.properties.format,data:data38};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
const _errs123 = errors;
let valid27 = true;
const _errs124 = errors;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(Object.keys(data38).length < 38){
const err95 = {};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
var _valid12 = _errs124 === errors;
errors = _errs123;
if(vErrors !== null){
if(_errs123){
vErrors.length = _errs123;
}
else {
vErrors = null;
}
}
if(!_valid12){
const _errs125 = errors;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
for(const key5 in data38){
if(!(((((key5 === "type") || (key5 === "name")) || (key5 === "description")) || (key5 === "schema")) || (key5 === "strict"))){
const err96 = {instancePath:instancePath+"/text/format",schemaPath:"#/properties/text/properties/format/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},schema:false,parentSchema:schema7.properties.text.properties.format.else,data:data38};
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
var _valid12 = _errs125 === errors;
valid27 = _valid12;
}
if(!valid27){
const err97 = {instancePath:instancePath+"/text/format",schemaPath:"#/properties/text/properties/format/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.text.properties.format.if,parentSchema:schema7.properties.text.properties.format,data:data38};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(Object.keys(data38).length > 37){
const err98 = {instancePath:instancePath+"/text/format",schemaPath:"#/properties/text/properties/format/maxProperties",keyword:"maxProperties",params:{limit: 37},schema:37,parentSchema:schema7.properties.text.properties.format,data:data38};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
if(data38.type === undefined){
const err99 = {instancePath:instancePath+"/text/format",schemaPath:"#/properties/text/properties/format/required",keyword:"required",params:{missingProperty: "type"},schema:schema7.properties.text.properties.format.required,parentSchema:schema7.properties.text.properties.format,data:data38};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(data38.type !== undefined){
let data39 = data38.type;
if(!(((data39 === "text") || (data39 === "json_object")) || (data39 === "json_schema"))){
const err100 = {instancePath:instancePath+"/text/format/type",schemaPath:"#/properties/text/properties/format/properties/type/enum",keyword:"enum",params:{allowedValues: schema7.properties.text.properties.format.properties.type.enum},schema:schema7.properties.text.properties.format.properties.type.enum,parentSchema:schema7.properties.text.properties.format.properties.type,data:data39};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
}
if(data38.name !== undefined){
let data40 = data38.name;
if((typeof data40 !== "string") && (data40 !== null)){
const err101 = {instancePath:instancePath+"/text/format/name",schemaPath:"#/properties/text/properties/format/properties/name/type",keyword:"type",params:{type: schema7.properties.text.properties.format.properties.name.type},schema:schema7.properties.text.properties.format.properties.name.type,parentSchema:schema7.properties.text.properties.format.properties.name,data:data40};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
if(typeof data40 === "string"){
if(data40.length > 255){
const err102 = {instancePath:instancePath+"/text/format/name",schemaPath:"#/properties/text/properties/format/properties/name/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema7.properties.text.properties.format.properties.name,data:data40};
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
if(data38.description !== undefined){
let data41 = data38.description;
if((typeof data41 !== "string") && (data41 !== null)){
const err103 = {instancePath:instancePath+"/text/format/description",schemaPath:"#/properties/text/properties/format/properties/description/type",keyword:"type",params:{type: schema7.properties.text.properties.format.properties.description.type},schema:schema7.properties.text.properties.format.properties.description.type,parentSchema:schema7.properties.text.properties.format.properties.description,data:data41};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
if(typeof data41 === "string"){
if(data41.length > 65536){
const err104 = {instancePath:instancePath+"/text/format/description",schemaPath:"#/properties/text/properties/format/properties/description/maxLength",keyword:"maxLength",params:{limit: 65536},schema:65536,parentSchema:schema7.properties.text.properties.format.properties.description,data:data41};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
}
if(data38.schema !== undefined){
let data42 = data38.schema;
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
}
else {
const err105 = {instancePath:instancePath+"/text/format/schema",schemaPath:"#/properties/text/properties/format/properties/schema/type",keyword:"type",params:{type: "object"},schema:schema7.properties.text.properties.format.properties.schema.type,parentSchema:schema7.properties.text.properties.format.properties.schema,data:data42};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
if(data38.strict !== undefined){
let data43 = data38.strict;
if((typeof data43 !== "boolean") && (data43 !== null)){
const err106 = {instancePath:instancePath+"/text/format/strict",schemaPath:"#/properties/text/properties/format/properties/strict/type",keyword:"type",params:{type: schema7.properties.text.properties.format.properties.strict.type},schema:schema7.properties.text.properties.format.properties.strict.type,parentSchema:schema7.properties.text.properties.format.properties.strict,data:data43};
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
}
if(data37.verbosity !== undefined){
let data44 = data37.verbosity;
if(!((((data44 === "low") || (data44 === "medium")) || (data44 === "high")) || (data44 === null))){
const err107 = {instancePath:instancePath+"/text/verbosity",schemaPath:"#/properties/text/properties/verbosity/enum",keyword:"enum",params:{allowedValues: schema7.properties.text.properties.verbosity.enum},schema:schema7.properties.text.properties.verbosity.enum,parentSchema:schema7.properties.text.properties.verbosity,data:data44};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
}
}
if(data.stream !== undefined){
let data45 = data.stream;
if((typeof data45 !== "boolean") && (data45 !== null)){
const err108 = {instancePath:instancePath+"/stream",schemaPath:"#/properties/stream/type",keyword:"type",params:{type: schema7.properties.stream.type},schema:schema7.properties.stream.type,parentSchema:schema7.properties.stream,data:data45};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
}
if(data.stream_options !== undefined){
let data46 = data.stream_options;
if((!(data46 && typeof data46 == "object" && !Array.isArray(data46))) && (data46 !== null)){
const err109 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/type",keyword:"type",params:{type: schema7.properties.stream_options.type},schema:schema7.properties.stream_options.type,parentSchema:schema7.properties.stream_options,data:data46};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
const _errs142 = errors;
let valid29 = true;
const _errs143 = errors;
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
if(Object.keys(data46).length < 34){
const err110 = {};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
}
var _valid13 = _errs143 === errors;
errors = _errs142;
if(vErrors !== null){
if(_errs142){
vErrors.length = _errs142;
}
else {
vErrors = null;
}
}
if(!_valid13){
const _errs144 = errors;
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
for(const key6 in data46){
if(!(key6 === "include_obfuscation")){
const err111 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},schema:false,parentSchema:schema7.properties.stream_options.else,data:data46};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
var _valid13 = _errs144 === errors;
valid29 = _valid13;
}
if(!valid29){
const err112 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.stream_options.if,parentSchema:schema7.properties.stream_options,data:data46};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
if(Object.keys(data46).length > 33){
const err113 = {instancePath:instancePath+"/stream_options",schemaPath:"#/properties/stream_options/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema7.properties.stream_options,data:data46};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
if(data46.include_obfuscation !== undefined){
let data47 = data46.include_obfuscation;
if((typeof data47 !== "boolean") && (data47 !== null)){
const err114 = {instancePath:instancePath+"/stream_options/include_obfuscation",schemaPath:"#/properties/stream_options/properties/include_obfuscation/type",keyword:"type",params:{type: schema7.properties.stream_options.properties.include_obfuscation.type},schema:schema7.properties.stream_options.properties.include_obfuscation.type,parentSchema:schema7.properties.stream_options.properties.include_obfuscation,data:data47};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
}
}
if(data.store !== undefined){
let data48 = data.store;
if((typeof data48 !== "boolean") && (data48 !== null)){
const err115 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/type",keyword:"type",params:{type: schema7.properties.store.type},schema:schema7.properties.store.type,parentSchema:schema7.properties.store,data:data48};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data.metadata !== undefined){
let data49 = data.metadata;
if((!(data49 && typeof data49 == "object" && !Array.isArray(data49))) && (data49 !== null)){
const err116 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/type",keyword:"type",params:{type: schema7.properties.metadata.type},schema:schema7.properties.metadata.type,parentSchema:schema7.properties.metadata,data:data49};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
if(Object.keys(data49).length > 16){
const err117 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/maxProperties",keyword:"maxProperties",params:{limit: 16},schema:16,parentSchema:schema7.properties.metadata,data:data49};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
for(const key7 in data49){
const _errs152 = errors;
if(typeof key7 === "string"){
if(key7.length > 64){
const err118 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema7.properties.metadata.propertyNames,data:key7,propertyName:key7};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
var valid31 = _errs152 === errors;
if(!valid31){
const err119 = {instancePath:instancePath+"/metadata",schemaPath:"#/properties/metadata/propertyNames",keyword:"propertyNames",params:{propertyName: key7},schema:schema7.properties.metadata.propertyNames,parentSchema:schema7.properties.metadata,data:data49};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
for(const key8 in data49){
let data50 = data49[key8];
if(typeof data50 === "string"){
if(data50.length > 512){
const err120 = {instancePath:instancePath+"/metadata/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/maxLength",keyword:"maxLength",params:{limit: 512},schema:512,parentSchema:schema7.properties.metadata.additionalProperties,data:data50};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
else {
const err121 = {instancePath:instancePath+"/metadata/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/metadata/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema7.properties.metadata.additionalProperties.type,parentSchema:schema7.properties.metadata.additionalProperties,data:data50};
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
}
if(data.user !== undefined){
let data51 = data.user;
if((typeof data51 !== "string") && (data51 !== null)){
const err122 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/type",keyword:"type",params:{type: schema7.properties.user.type},schema:schema7.properties.user.type,parentSchema:schema7.properties.user,data:data51};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(typeof data51 === "string"){
if(data51.length > 1024){
const err123 = {instancePath:instancePath+"/user",schemaPath:"#/properties/user/maxLength",keyword:"maxLength",params:{limit: 1024},schema:1024,parentSchema:schema7.properties.user,data:data51};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
}
if(data.safety_identifier !== undefined){
let data52 = data.safety_identifier;
if((typeof data52 !== "string") && (data52 !== null)){
const err124 = {instancePath:instancePath+"/safety_identifier",schemaPath:"#/properties/safety_identifier/type",keyword:"type",params:{type: schema7.properties.safety_identifier.type},schema:schema7.properties.safety_identifier.type,parentSchema:schema7.properties.safety_identifier,data:data52};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
if(typeof data52 === "string"){
if(data52.length > 1024){
const err125 = {instancePath:instancePath+"/safety_identifier",schemaPath:"#/properties/safety_identifier/maxLength",keyword:"maxLength",params:{limit: 1024},schema:1024,parentSchema:schema7.properties.safety_identifier,data:data52};
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
if(data.prompt_cache_key !== undefined){
let data53 = data.prompt_cache_key;
if((typeof data53 !== "string") && (data53 !== null)){
const err126 = {instancePath:instancePath+"/prompt_cache_key",schemaPath:"#/properties/prompt_cache_key/type",keyword:"type",params:{type: schema7.properties.prompt_cache_key.type},schema:schema7.properties.prompt_cache_key.type,parentSchema:schema7.properties.prompt_cache_key,data:data53};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(typeof data53 === "string"){
if(data53.length > 1024){
const err127 = {instancePath:instancePath+"/prompt_cache_key",schemaPath:"#/properties/prompt_cache_key/maxLength",keyword:"maxLength",params:{limit: 1024},schema:1024,parentSchema:schema7.properties.prompt_cache_key,data:data53};
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
if(data.prompt_cache_retention !== undefined){
let data54 = data.prompt_cache_retention;
if((typeof data54 !== "string") && (data54 !== null)){
const err128 = {instancePath:instancePath+"/prompt_cache_retention",schemaPath:"#/properties/prompt_cache_retention/type",keyword:"type",params:{type: schema7.properties.prompt_cache_retention.type},schema:schema7.properties.prompt_cache_retention.type,parentSchema:schema7.properties.prompt_cache_retention,data:data54};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
if(typeof data54 === "string"){
if(data54.length > 64){
const err129 = {instancePath:instancePath+"/prompt_cache_retention",schemaPath:"#/properties/prompt_cache_retention/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema7.properties.prompt_cache_retention,data:data54};
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
if(data.prompt_cache_options !== undefined){
let data55 = data.prompt_cache_options;
if((!(data55 && typeof data55 == "object" && !Array.isArray(data55))) && (data55 !== null)){
const err130 = {instancePath:instancePath+"/prompt_cache_options",schemaPath:"#/properties/prompt_cache_options/type",keyword:"type",params:{type: schema7.properties.prompt_cache_options.type},schema:schema7.properties.prompt_cache_options.type,parentSchema:schema7.properties.prompt_cache_options,data:data55};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
}
if(data.service_tier !== undefined){
let data56 = data.service_tier;
if(!(((data56 === "auto") || (data56 === "default")) || (data56 === null))){
const err131 = {instancePath:instancePath+"/service_tier",schemaPath:"#/properties/service_tier/enum",keyword:"enum",params:{allowedValues: schema7.properties.service_tier.enum},schema:schema7.properties.service_tier.enum,parentSchema:schema7.properties.service_tier,data:data56};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
if(data.include !== undefined){
let data57 = data.include;
if((!(Array.isArray(data57))) && (data57 !== null)){
const err132 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/type",keyword:"type",params:{type: schema7.properties.include.type},schema:schema7.properties.include.type,parentSchema:schema7.properties.include,data:data57};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
const _errs170 = errors;
let valid33 = true;
const _errs171 = errors;
if(Array.isArray(data57)){
if(data57.length < 17){
const err133 = {};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
var _valid14 = _errs171 === errors;
errors = _errs170;
if(vErrors !== null){
if(_errs170){
vErrors.length = _errs170;
}
else {
vErrors = null;
}
}
if(!_valid14){
const _errs172 = errors;
if(Array.isArray(data57)){
const len5 = data57.length;
for(let i5=0; i5<len5; i5++){
let data58 = data57[i5];
if(typeof data58 === "string"){
if(data58.length > 255){
const err134 = {instancePath:instancePath+"/include/" + i5,schemaPath:"#/properties/include/else/items/maxLength",keyword:"maxLength",params:{limit: 255},schema:255,parentSchema:schema7.properties.include.else.items,data:data58};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
else {
const err135 = {instancePath:instancePath+"/include/" + i5,schemaPath:"#/properties/include/else/items/type",keyword:"type",params:{type: "string"},schema:schema7.properties.include.else.items.type,parentSchema:schema7.properties.include.else.items,data:data58};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
}
var _valid14 = _errs172 === errors;
valid33 = _valid14;
}
if(!valid33){
const err136 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.include.if,parentSchema:schema7.properties.include,data:data57};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
if(Array.isArray(data57)){
if(data57.length > 16){
const err137 = {instancePath:instancePath+"/include",schemaPath:"#/properties/include/maxItems",keyword:"maxItems",params:{limit: 16},schema:16,parentSchema:schema7.properties.include,data:data57};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
}
if(data.parallel_tool_calls !== undefined){
let data59 = data.parallel_tool_calls;
if((typeof data59 !== "boolean") && (data59 !== null)){
const err138 = {instancePath:instancePath+"/parallel_tool_calls",schemaPath:"#/properties/parallel_tool_calls/type",keyword:"type",params:{type: schema7.properties.parallel_tool_calls.type},schema:schema7.properties.parallel_tool_calls.type,parentSchema:schema7.properties.parallel_tool_calls,data:data59};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
if(data.max_tool_calls !== undefined){
let data60 = data.max_tool_calls;
if((!(((typeof data60 == "number") && (!(data60 % 1) && !isNaN(data60))) && (isFinite(data60)))) && (data60 !== null)){
const err139 = {instancePath:instancePath+"/max_tool_calls",schemaPath:"#/properties/max_tool_calls/type",keyword:"type",params:{type: schema7.properties.max_tool_calls.type},schema:schema7.properties.max_tool_calls.type,parentSchema:schema7.properties.max_tool_calls,data:data60};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
if(data.tool_choice !== undefined){
let data61 = data.tool_choice;
if(!(((data61 === "none") || (data61 === "auto")) || (data61 === null))){
const err140 = {instancePath:instancePath+"/tool_choice",schemaPath:"#/properties/tool_choice/enum",keyword:"enum",params:{allowedValues: schema7.properties.tool_choice.enum},schema:schema7.properties.tool_choice.enum,parentSchema:schema7.properties.tool_choice,data:data61};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
if(data.tools !== undefined){
let data62 = data.tools;
if((!(Array.isArray(data62))) && (data62 !== null)){
const err141 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: schema7.properties.tools.type},schema:schema7.properties.tools.type,parentSchema:schema7.properties.tools,data:data62};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
const _errs182 = errors;
let valid36 = true;
const _errs183 = errors;
if(Array.isArray(data62)){
if(data62.length < 1){
const err142 = {};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
var _valid15 = _errs183 === errors;
errors = _errs182;
if(vErrors !== null){
if(_errs182){
vErrors.length = _errs182;
}
else {
vErrors = null;
}
}
if(!_valid15){
const _errs184 = errors;
var _valid15 = _errs184 === errors;
valid36 = _valid15;
}
if(!valid36){
const err143 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.tools.if,parentSchema:schema7.properties.tools,data:data62};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
if(Array.isArray(data62)){
if(data62.length > 0){
const err144 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/maxItems",keyword:"maxItems",params:{limit: 0},schema:0,parentSchema:schema7.properties.tools,data:data62};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
}
if(data.truncation !== undefined){
let data63 = data.truncation;
if(!((data63 === "disabled") || (data63 === null))){
const err145 = {instancePath:instancePath+"/truncation",schemaPath:"#/properties/truncation/enum",keyword:"enum",params:{allowedValues: schema7.properties.truncation.enum},schema:schema7.properties.truncation.enum,parentSchema:schema7.properties.truncation,data:data63};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data.background !== undefined){
let data64 = data.background;
if(!((data64 === false) || (data64 === null))){
const err146 = {instancePath:instancePath+"/background",schemaPath:"#/properties/background/enum",keyword:"enum",params:{allowedValues: schema7.properties.background.enum},schema:schema7.properties.background.enum,parentSchema:schema7.properties.background,data:data64};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data.previous_response_id !== undefined){
let data65 = data.previous_response_id;
if(data65 !== null){
const err147 = {instancePath:instancePath+"/previous_response_id",schemaPath:"#/properties/previous_response_id/type",keyword:"type",params:{type: "null"},schema:schema7.properties.previous_response_id.type,parentSchema:schema7.properties.previous_response_id,data:data65};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data.conversation !== undefined){
let data66 = data.conversation;
if(data66 !== null){
const err148 = {instancePath:instancePath+"/conversation",schemaPath:"#/properties/conversation/type",keyword:"type",params:{type: "null"},schema:schema7.properties.conversation.type,parentSchema:schema7.properties.conversation,data:data66};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
if(data.prompt !== undefined){
let data67 = data.prompt;
if(data67 !== null){
const err149 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "null"},schema:schema7.properties.prompt.type,parentSchema:schema7.properties.prompt,data:data67};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data.top_logprobs !== undefined){
let data68 = data.top_logprobs;
if(!((data68 === 0) || (data68 === null))){
const err150 = {instancePath:instancePath+"/top_logprobs",schemaPath:"#/properties/top_logprobs/enum",keyword:"enum",params:{allowedValues: schema7.properties.top_logprobs.enum},schema:schema7.properties.top_logprobs.enum,parentSchema:schema7.properties.top_logprobs,data:data68};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
if(data.moderation !== undefined){
let data69 = data.moderation;
if(data69 !== null){
const err151 = {instancePath:instancePath+"/moderation",schemaPath:"#/properties/moderation/type",keyword:"type",params:{type: "null"},schema:schema7.properties.moderation.type,parentSchema:schema7.properties.moderation,data:data69};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
if(data.context_management !== undefined){
let data70 = data.context_management;
if(data70 !== null){
const err152 = {instancePath:instancePath+"/context_management",schemaPath:"#/properties/context_management/type",keyword:"type",params:{type: "null"},schema:schema7.properties.context_management.type,parentSchema:schema7.properties.context_management,data:data70};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
if(data.image !== undefined){
let data71 = data.image;
if(data71 !== null){
const err153 = {instancePath:instancePath+"/image",schemaPath:"#/properties/image/type",keyword:"type",params:{type: "null"},schema:schema7.properties.image.type,parentSchema:schema7.properties.image,data:data71};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
if(data.access_programs !== undefined){
let data72 = data.access_programs;
if(data72 !== null){
const err154 = {instancePath:instancePath+"/access_programs",schemaPath:"#/properties/access_programs/type",keyword:"type",params:{type: "null"},schema:schema7.properties.access_programs.type,parentSchema:schema7.properties.access_programs,data:data72};
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
else {
const err155 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema7.type,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
