// @ts-nocheck
// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
export const ask_models = validate21;
const schema6 = {"type":"object","required":["prompt","models"],"properties":{"prompt":{"type":"string","maxLength":2000000,"pattern":"\\S","x-unit":"bytes","x-problems":{"maxLength":{"code":"length","message":"must have at most 2000000 bytes of UTF-8"},"pattern":{"code":"pattern","message":"must hold at least one character that is not white space"}}},"models":{"type":"array","minItems":1,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string"}}},"judges":{"type":"array","maxItems":6,"if":{"minItems":7},"else":{"items":{"type":"string"}}},"judge_prompt":{"type":"string","maxLength":100000},"system_prompt":{"type":"string","maxLength":2000000},"generation_settings":{"type":"object","properties":{"temperature":{"type":"number","minimum":0,"maximum":2},"maxTokens":{"type":"integer","minimum":1,"maximum":10000000},"topP":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"temperature":true,"maxTokens":true,"topP":true},"additionalProperties":false}},"max_credits":{"type":"number","minimum":0,"maximum":9000000000},"zero_data_retention":{"type":"boolean"}},"definitions":{},"maxProperties":40,"if":{"minProperties":41},"else":{"properties":{"prompt":true,"models":true,"judges":true,"judge_prompt":true,"system_prompt":true,"generation_settings":{"x-fields":["temperature","maxTokens","topP"]},"max_credits":true,"zero_data_retention":true},"additionalProperties":false}};
const pattern0 = new RegExp("\\S", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 41){
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
if(!((((((((key0 === "prompt") || (key0 === "models")) || (key0 === "judges")) || (key0 === "judge_prompt")) || (key0 === "system_prompt")) || (key0 === "generation_settings")) || (key0 === "max_credits")) || (key0 === "zero_data_retention"))){
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
if(Object.keys(data).length > 40){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 40},schema:40,parentSchema:schema6,data};
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
}
}
var _valid1 = _errs11 === errors;
valid2 = _valid1;
}
if(!valid2){
const err11 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.models.if,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 64){
const err12 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data1.length < 1){
const err13 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},schema:schema6.properties.models.type,parentSchema:schema6.properties.models,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
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
const err15 = {};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
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
const err16 = {instancePath:instancePath+"/judges/" + i1,schemaPath:"#/properties/judges/else/items/type",keyword:"type",params:{type: "string"},schema:schema6.properties.judges.else.items.type,parentSchema:schema6.properties.judges.else.items,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
var _valid2 = _errs18 === errors;
valid5 = _valid2;
}
if(!valid5){
const err17 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judges.if,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 6){
const err18 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/maxItems",keyword:"maxItems",params:{limit: 6},schema:6,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/type",keyword:"type",params:{type: "array"},schema:schema6.properties.judges.type,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.judge_prompt !== undefined){
let data5 = data.judge_prompt;
if(typeof data5 === "string"){
if(data5.length > 100000){
const err20 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 100000},schema:100000,parentSchema:schema6.properties.judge_prompt,data:data5};
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
const err21 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema6.properties.judge_prompt.type,parentSchema:schema6.properties.judge_prompt,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.system_prompt !== undefined){
let data6 = data.system_prompt;
if(typeof data6 === "string"){
if(data6.length > 2000000){
const err22 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema6.properties.system_prompt,data:data6};
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
const err23 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:schema6.properties.system_prompt.type,parentSchema:schema6.properties.system_prompt,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.generation_settings !== undefined){
let data7 = data.generation_settings;
const _errs27 = errors;
let valid8 = true;
const _errs28 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length < 36){
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
var _valid3 = _errs28 === errors;
errors = _errs27;
if(vErrors !== null){
if(_errs27){
vErrors.length = _errs27;
}
else {
vErrors = null;
}
}
if(!_valid3){
const _errs29 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
for(const key1 in data7){
if(!(((key1 === "temperature") || (key1 === "maxTokens")) || (key1 === "topP"))){
const err25 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema6.properties.generation_settings.else,data:data7};
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
var _valid3 = _errs29 === errors;
valid8 = _valid3;
}
if(!valid8){
const err26 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.generation_settings.if,parentSchema:schema6.properties.generation_settings,data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length > 35){
const err27 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.generation_settings,data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data7.temperature !== undefined){
let data8 = data7.temperature;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 2 || isNaN(data8)){
const err28 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err29 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data8};
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
const err30 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/type",keyword:"type",params:{type: "number"},schema:schema6.properties.generation_settings.properties.temperature.type,parentSchema:schema6.properties.generation_settings.properties.temperature,data:data8};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data7.maxTokens !== undefined){
let data9 = data7.maxTokens;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
const err31 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/type",keyword:"type",params:{type: "integer"},schema:schema6.properties.generation_settings.properties.maxTokens.type,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 10000000 || isNaN(data9)){
const err32 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data9};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err33 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema6.properties.generation_settings.properties.maxTokens,data:data9};
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
if(data7.topP !== undefined){
let data10 = data7.topP;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 1 || isNaN(data10)){
const err34 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.generation_settings.properties.topP,data:data10};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err35 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.generation_settings.properties.topP,data:data10};
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
const err36 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/type",keyword:"type",params:{type: "number"},schema:schema6.properties.generation_settings.properties.topP.type,parentSchema:schema6.properties.generation_settings.properties.topP,data:data10};
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
const err37 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/type",keyword:"type",params:{type: "object"},schema:schema6.properties.generation_settings.type,parentSchema:schema6.properties.generation_settings,data:data7};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.max_credits !== undefined){
let data11 = data.max_credits;
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9000000000 || isNaN(data11)){
const err38 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema6.properties.max_credits,data:data11};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err39 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.max_credits,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/type",keyword:"type",params:{type: "number"},schema:schema6.properties.max_credits.type,parentSchema:schema6.properties.max_credits,data:data11};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.zero_data_retention !== undefined){
let data12 = data.zero_data_retention;
if(typeof data12 !== "boolean"){
const err41 = {instancePath:instancePath+"/zero_data_retention",schemaPath:"#/properties/zero_data_retention/type",keyword:"type",params:{type: "boolean"},schema:schema6.properties.zero_data_retention.type,parentSchema:schema6.properties.zero_data_retention,data:data12};
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
const err42 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const compare_answers = validate22;
const schema7 = {"type":"object","required":["prompt","answers","judges"],"properties":{"prompt":{"type":"string","maxLength":2000000,"pattern":"\\S","x-unit":"bytes","x-problems":{"maxLength":{"code":"length","message":"must have at most 2000000 bytes of UTF-8"},"pattern":{"code":"pattern","message":"must hold at least one character that is not white space"}}},"answers":{"type":"array","minItems":2,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["text"],"properties":{"text":{"type":"string","maxLength":2000000},"modelId":{"type":"string","minLength":1,"maxLength":128}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"text":true,"modelId":true},"additionalProperties":false}}}},"judges":{"type":"array","maxItems":6,"minItems":1,"if":{"minItems":7},"else":{"items":{"type":"string"}}},"judge_prompt":{"type":"string","maxLength":100000},"system_prompt":{"type":"string","maxLength":2000000},"max_credits":{"type":"number","minimum":0,"maximum":9000000000},"zero_data_retention":{"type":"boolean"}},"definitions":{},"maxProperties":39,"if":{"minProperties":40},"else":{"properties":{"prompt":true,"answers":true,"judges":true,"judge_prompt":true,"system_prompt":true,"max_credits":true,"zero_data_retention":true},"additionalProperties":false}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 40){
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
if(!(((((((key0 === "prompt") || (key0 === "answers")) || (key0 === "judges")) || (key0 === "judge_prompt")) || (key0 === "system_prompt")) || (key0 === "max_credits")) || (key0 === "zero_data_retention"))){
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
if(Object.keys(data).length > 39){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 39},schema:39,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.prompt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"},schema:schema7.required,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.answers === undefined){
const err5 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "answers"},schema:schema7.required,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data.judges === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "judges"},schema:schema7.required,parentSchema:schema7,data};
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
const err7 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema7.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern0.test(data0)){
const err8 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema7.properties.prompt,data:data0};
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
const err9 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},schema:schema7.properties.prompt.type,parentSchema:schema7.properties.prompt,data:data0};
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
const err12 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema7.properties.answers.else.items.else,data:data2};
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
const err13 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.answers.else.items.if,parentSchema:schema7.properties.answers.else.items,data:data2};
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
const err14 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema7.properties.answers.else.items,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data2.text === undefined){
const err15 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/required",keyword:"required",params:{missingProperty: "text"},schema:schema7.properties.answers.else.items.required,parentSchema:schema7.properties.answers.else.items,data:data2};
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
const err16 = {instancePath:instancePath+"/answers/" + i0+"/text",schemaPath:"#/properties/answers/else/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema7.properties.answers.else.items.properties.text,data:data3};
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
const err17 = {instancePath:instancePath+"/answers/" + i0+"/text",schemaPath:"#/properties/answers/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema7.properties.answers.else.items.properties.text.type,parentSchema:schema7.properties.answers.else.items.properties.text,data:data3};
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
const err18 = {instancePath:instancePath+"/answers/" + i0+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/maxLength",keyword:"maxLength",params:{limit: 128},schema:128,parentSchema:schema7.properties.answers.else.items.properties.modelId,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data4.length < 1){
const err19 = {instancePath:instancePath+"/answers/" + i0+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema7.properties.answers.else.items.properties.modelId,data:data4};
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
const err20 = {instancePath:instancePath+"/answers/" + i0+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/type",keyword:"type",params:{type: "string"},schema:schema7.properties.answers.else.items.properties.modelId.type,parentSchema:schema7.properties.answers.else.items.properties.modelId,data:data4};
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
const err21 = {instancePath:instancePath+"/answers/" + i0,schemaPath:"#/properties/answers/else/items/type",keyword:"type",params:{type: "object"},schema:schema7.properties.answers.else.items.type,parentSchema:schema7.properties.answers.else.items,data:data2};
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
const err22 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.answers.if,parentSchema:schema7.properties.answers,data:data1};
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
const err23 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema7.properties.answers,data:data1};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data1.length < 2){
const err24 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/minItems",keyword:"minItems",params:{limit: 2},schema:2,parentSchema:schema7.properties.answers,data:data1};
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
const err25 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "array"},schema:schema7.properties.answers.type,parentSchema:schema7.properties.answers,data:data1};
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
const err27 = {instancePath:instancePath+"/judges/" + i1,schemaPath:"#/properties/judges/else/items/type",keyword:"type",params:{type: "string"},schema:schema7.properties.judges.else.items.type,parentSchema:schema7.properties.judges.else.items,data:data6};
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
var _valid3 = _errs26 === errors;
valid7 = _valid3;
}
if(!valid7){
const err28 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/if",keyword:"if",params:{failingKeyword: "else"},schema:schema7.properties.judges.if,parentSchema:schema7.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(Array.isArray(data5)){
if(data5.length > 6){
const err29 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/maxItems",keyword:"maxItems",params:{limit: 6},schema:6,parentSchema:schema7.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data5.length < 1){
const err30 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema7.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/type",keyword:"type",params:{type: "array"},schema:schema7.properties.judges.type,parentSchema:schema7.properties.judges,data:data5};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.judge_prompt !== undefined){
let data7 = data.judge_prompt;
if(typeof data7 === "string"){
if(data7.length > 100000){
const err32 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 100000},schema:100000,parentSchema:schema7.properties.judge_prompt,data:data7};
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
const err33 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema7.properties.judge_prompt.type,parentSchema:schema7.properties.judge_prompt,data:data7};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.system_prompt !== undefined){
let data8 = data.system_prompt;
if(typeof data8 === "string"){
if(data8.length > 2000000){
const err34 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema7.properties.system_prompt,data:data8};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
else {
const err35 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:schema7.properties.system_prompt.type,parentSchema:schema7.properties.system_prompt,data:data8};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.max_credits !== undefined){
let data9 = data.max_credits;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9000000000 || isNaN(data9)){
const err36 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema7.properties.max_credits,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err37 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema7.properties.max_credits,data:data9};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/type",keyword:"type",params:{type: "number"},schema:schema7.properties.max_credits.type,parentSchema:schema7.properties.max_credits,data:data9};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.zero_data_retention !== undefined){
let data10 = data.zero_data_retention;
if(typeof data10 !== "boolean"){
const err39 = {instancePath:instancePath+"/zero_data_retention",schemaPath:"#/properties/zero_data_retention/type",keyword:"type",params:{type: "boolean"},schema:schema7.properties.zero_data_retention.type,parentSchema:schema7.properties.zero_data_retention,data:data10};
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
else {
const err40 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema7.type,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

export const quote = validate23;
const schema8 = {"type":"object","required":["prompt"],"properties":{"prompt":{"type":"string","maxLength":2000000,"pattern":"\\S","x-unit":"bytes","x-problems":{"maxLength":{"code":"length","message":"must have at most 2000000 bytes of UTF-8"},"pattern":{"code":"pattern","message":"must hold at least one character that is not white space"}}},"models":{"type":"array","minItems":1,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string"}}},"answers":{"type":"array","minItems":2,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"object","required":["text"],"properties":{"text":{"type":"string","maxLength":2000000},"modelId":{"type":"string","minLength":1,"maxLength":128}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"text":true,"modelId":true},"additionalProperties":false}}}},"judges":{"type":"array","maxItems":6,"if":{"minItems":7},"else":{"items":{"type":"string"}}},"judge_prompt":{"type":"string","maxLength":100000},"system_prompt":{"type":"string","maxLength":2000000},"generation_settings":{"type":"object","properties":{"temperature":{"type":"number","minimum":0,"maximum":2},"maxTokens":{"type":"integer","minimum":1,"maximum":10000000},"topP":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"temperature":true,"maxTokens":true,"topP":true},"additionalProperties":false}},"max_credits":{"type":"number","minimum":0,"maximum":9000000000},"zero_data_retention":{"type":"boolean"}},"definitions":{},"maxProperties":41,"if":{"minProperties":42},"else":{"properties":{"prompt":true,"models":true,"answers":true,"judges":true,"judge_prompt":true,"system_prompt":true,"generation_settings":{"x-fields":["temperature","maxTokens","topP"]},"max_credits":true,"zero_data_retention":true},"additionalProperties":false}};
const func2 = Object.prototype.hasOwnProperty;

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 42){
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
if(!(func2.call(schema8.else.properties, key0))){
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
if(Object.keys(data).length > 41){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 41},schema:41,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.prompt === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "prompt"},schema:schema8.required,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.prompt !== undefined){
let data0 = data.prompt;
if(typeof data0 === "string"){
if(data0.length > 2000000){
const err5 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema8.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern0.test(data0)){
const err6 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/pattern",keyword:"pattern",params:{pattern: "\\S"},schema:"\\S",parentSchema:schema8.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/prompt",schemaPath:"#/properties/prompt/type",keyword:"type",params:{type: "string"},schema:schema8.properties.prompt.type,parentSchema:schema8.properties.prompt,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
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
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
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
const err9 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/type",keyword:"type",params:{type: "string"},schema:schema8.properties.models.else.items.type,parentSchema:schema8.properties.models.else.items,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
var _valid1 = _errs11 === errors;
valid2 = _valid1;
}
if(!valid2){
const err10 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/if",keyword:"if",params:{failingKeyword: "else"},schema:schema8.properties.models.if,parentSchema:schema8.properties.models,data:data1};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 64){
const err11 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema8.properties.models,data:data1};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data1.length < 1){
const err12 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema8.properties.models,data:data1};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},schema:schema8.properties.models.type,parentSchema:schema8.properties.models,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.answers !== undefined){
let data3 = data.answers;
const _errs16 = errors;
let valid5 = true;
const _errs17 = errors;
if(Array.isArray(data3)){
if(data3.length < 65){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
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
const _errs21 = errors;
let valid8 = true;
const _errs22 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length < 35){
const err15 = {};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid3 = _errs22 === errors;
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
if(!_valid3){
const _errs23 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key1 in data4){
if(!((key1 === "text") || (key1 === "modelId"))){
const err16 = {instancePath:instancePath+"/answers/" + i1,schemaPath:"#/properties/answers/else/items/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema8.properties.answers.else.items.else,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
var _valid3 = _errs23 === errors;
valid8 = _valid3;
}
if(!valid8){
const err17 = {instancePath:instancePath+"/answers/" + i1,schemaPath:"#/properties/answers/else/items/if",keyword:"if",params:{failingKeyword: "else"},schema:schema8.properties.answers.else.items.if,parentSchema:schema8.properties.answers.else.items,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length > 34){
const err18 = {instancePath:instancePath+"/answers/" + i1,schemaPath:"#/properties/answers/else/items/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema8.properties.answers.else.items,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data4.text === undefined){
const err19 = {instancePath:instancePath+"/answers/" + i1,schemaPath:"#/properties/answers/else/items/required",keyword:"required",params:{missingProperty: "text"},schema:schema8.properties.answers.else.items.required,parentSchema:schema8.properties.answers.else.items,data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data4.text !== undefined){
let data5 = data4.text;
if(typeof data5 === "string"){
if(data5.length > 2000000){
const err20 = {instancePath:instancePath+"/answers/" + i1+"/text",schemaPath:"#/properties/answers/else/items/properties/text/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema8.properties.answers.else.items.properties.text,data:data5};
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
const err21 = {instancePath:instancePath+"/answers/" + i1+"/text",schemaPath:"#/properties/answers/else/items/properties/text/type",keyword:"type",params:{type: "string"},schema:schema8.properties.answers.else.items.properties.text.type,parentSchema:schema8.properties.answers.else.items.properties.text,data:data5};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data4.modelId !== undefined){
let data6 = data4.modelId;
if(typeof data6 === "string"){
if(data6.length > 128){
const err22 = {instancePath:instancePath+"/answers/" + i1+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/maxLength",keyword:"maxLength",params:{limit: 128},schema:128,parentSchema:schema8.properties.answers.else.items.properties.modelId,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data6.length < 1){
const err23 = {instancePath:instancePath+"/answers/" + i1+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema8.properties.answers.else.items.properties.modelId,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/answers/" + i1+"/modelId",schemaPath:"#/properties/answers/else/items/properties/modelId/type",keyword:"type",params:{type: "string"},schema:schema8.properties.answers.else.items.properties.modelId.type,parentSchema:schema8.properties.answers.else.items.properties.modelId,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/answers/" + i1,schemaPath:"#/properties/answers/else/items/type",keyword:"type",params:{type: "object"},schema:schema8.properties.answers.else.items.type,parentSchema:schema8.properties.answers.else.items,data:data4};
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
var _valid2 = _errs18 === errors;
valid5 = _valid2;
}
if(!valid5){
const err26 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/if",keyword:"if",params:{failingKeyword: "else"},schema:schema8.properties.answers.if,parentSchema:schema8.properties.answers,data:data3};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 64){
const err27 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema8.properties.answers,data:data3};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data3.length < 2){
const err28 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/minItems",keyword:"minItems",params:{limit: 2},schema:2,parentSchema:schema8.properties.answers,data:data3};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/answers",schemaPath:"#/properties/answers/type",keyword:"type",params:{type: "array"},schema:schema8.properties.answers.type,parentSchema:schema8.properties.answers,data:data3};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.judges !== undefined){
let data7 = data.judges;
const _errs31 = errors;
let valid10 = true;
const _errs32 = errors;
if(Array.isArray(data7)){
if(data7.length < 7){
const err30 = {};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
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
if(typeof data8 !== "string"){
const err31 = {instancePath:instancePath+"/judges/" + i2,schemaPath:"#/properties/judges/else/items/type",keyword:"type",params:{type: "string"},schema:schema8.properties.judges.else.items.type,parentSchema:schema8.properties.judges.else.items,data:data8};
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
var _valid4 = _errs33 === errors;
valid10 = _valid4;
}
if(!valid10){
const err32 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/if",keyword:"if",params:{failingKeyword: "else"},schema:schema8.properties.judges.if,parentSchema:schema8.properties.judges,data:data7};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(Array.isArray(data7)){
if(data7.length > 6){
const err33 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/maxItems",keyword:"maxItems",params:{limit: 6},schema:6,parentSchema:schema8.properties.judges,data:data7};
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
const err34 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/type",keyword:"type",params:{type: "array"},schema:schema8.properties.judges.type,parentSchema:schema8.properties.judges,data:data7};
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
let data9 = data.judge_prompt;
if(typeof data9 === "string"){
if(data9.length > 100000){
const err35 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 100000},schema:100000,parentSchema:schema8.properties.judge_prompt,data:data9};
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
const err36 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema8.properties.judge_prompt.type,parentSchema:schema8.properties.judge_prompt,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.system_prompt !== undefined){
let data10 = data.system_prompt;
if(typeof data10 === "string"){
if(data10.length > 2000000){
const err37 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/maxLength",keyword:"maxLength",params:{limit: 2000000},schema:2000000,parentSchema:schema8.properties.system_prompt,data:data10};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/system_prompt",schemaPath:"#/properties/system_prompt/type",keyword:"type",params:{type: "string"},schema:schema8.properties.system_prompt.type,parentSchema:schema8.properties.system_prompt,data:data10};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.generation_settings !== undefined){
let data11 = data.generation_settings;
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
if(!(((key2 === "temperature") || (key2 === "maxTokens")) || (key2 === "topP"))){
const err40 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema8.properties.generation_settings.else,data:data11};
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
const err41 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/if",keyword:"if",params:{failingKeyword: "else"},schema:schema8.properties.generation_settings.if,parentSchema:schema8.properties.generation_settings,data:data11};
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
const err42 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema8.properties.generation_settings,data:data11};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data11.temperature !== undefined){
let data12 = data11.temperature;
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 2 || isNaN(data12)){
const err43 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/maximum",keyword:"maximum",params:{comparison: "<=", limit: 2},schema:2,parentSchema:schema8.properties.generation_settings.properties.temperature,data:data12};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data12 < 0 || isNaN(data12)){
const err44 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema8.properties.generation_settings.properties.temperature,data:data12};
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
const err45 = {instancePath:instancePath+"/generation_settings/temperature",schemaPath:"#/properties/generation_settings/properties/temperature/type",keyword:"type",params:{type: "number"},schema:schema8.properties.generation_settings.properties.temperature.type,parentSchema:schema8.properties.generation_settings.properties.temperature,data:data12};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data11.maxTokens !== undefined){
let data13 = data11.maxTokens;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err46 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/type",keyword:"type",params:{type: "integer"},schema:schema8.properties.generation_settings.properties.maxTokens.type,parentSchema:schema8.properties.generation_settings.properties.maxTokens,data:data13};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 10000000 || isNaN(data13)){
const err47 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10000000},schema:10000000,parentSchema:schema8.properties.generation_settings.properties.maxTokens,data:data13};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err48 = {instancePath:instancePath+"/generation_settings/maxTokens",schemaPath:"#/properties/generation_settings/properties/maxTokens/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema8.properties.generation_settings.properties.maxTokens,data:data13};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
if(data11.topP !== undefined){
let data14 = data11.topP;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 1 || isNaN(data14)){
const err49 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema8.properties.generation_settings.properties.topP,data:data14};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data14 < 0 || isNaN(data14)){
const err50 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema8.properties.generation_settings.properties.topP,data:data14};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/generation_settings/topP",schemaPath:"#/properties/generation_settings/properties/topP/type",keyword:"type",params:{type: "number"},schema:schema8.properties.generation_settings.properties.topP.type,parentSchema:schema8.properties.generation_settings.properties.topP,data:data14};
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
else {
const err52 = {instancePath:instancePath+"/generation_settings",schemaPath:"#/properties/generation_settings/type",keyword:"type",params:{type: "object"},schema:schema8.properties.generation_settings.type,parentSchema:schema8.properties.generation_settings,data:data11};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.max_credits !== undefined){
let data15 = data.max_credits;
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9000000000 || isNaN(data15)){
const err53 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema8.properties.max_credits,data:data15};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data15 < 0 || isNaN(data15)){
const err54 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema8.properties.max_credits,data:data15};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/max_credits",schemaPath:"#/properties/max_credits/type",keyword:"type",params:{type: "number"},schema:schema8.properties.max_credits.type,parentSchema:schema8.properties.max_credits,data:data15};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.zero_data_retention !== undefined){
let data16 = data.zero_data_retention;
if(typeof data16 !== "boolean"){
const err56 = {instancePath:instancePath+"/zero_data_retention",schemaPath:"#/properties/zero_data_retention/type",keyword:"type",params:{type: "boolean"},schema:schema8.properties.zero_data_retention.type,parentSchema:schema8.properties.zero_data_retention,data:data16};
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
else {
const err57 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema8.type,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

export const list_models = validate24;
const schema9 = {"type":"object","properties":{},"definitions":{},"maxProperties":32,"if":{"minProperties":33},"else":{"properties":{},"additionalProperties":false}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
validate24.errors = vErrors;
return errors === 0;
}

export const get_prompt = validate25;
const schema10 = {"type":"object","required":["promptLogId"],"properties":{"promptLogId":{"type":"string","minLength":1,"maxLength":64},"index":{"type":"integer","minimum":0,"maximum":63},"offset":{"type":"integer","minimum":0,"maximum":9007199254740991}},"definitions":{},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"promptLogId":true,"index":true,"offset":true},"additionalProperties":false}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(((key0 === "promptLogId") || (key0 === "index")) || (key0 === "offset"))){
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
if(Object.keys(data).length > 35){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.promptLogId === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "promptLogId"},schema:schema10.required,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.promptLogId !== undefined){
let data0 = data.promptLogId;
if(typeof data0 === "string"){
if(data0.length > 64){
const err5 = {instancePath:instancePath+"/promptLogId",schemaPath:"#/properties/promptLogId/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema10.properties.promptLogId,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.length < 1){
const err6 = {instancePath:instancePath+"/promptLogId",schemaPath:"#/properties/promptLogId/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema10.properties.promptLogId,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/promptLogId",schemaPath:"#/properties/promptLogId/type",keyword:"type",params:{type: "string"},schema:schema10.properties.promptLogId.type,parentSchema:schema10.properties.promptLogId,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.index !== undefined){
let data1 = data.index;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/type",keyword:"type",params:{type: "integer"},schema:schema10.properties.index.type,parentSchema:schema10.properties.index,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 63 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/maximum",keyword:"maximum",params:{comparison: "<=", limit: 63},schema:63,parentSchema:schema10.properties.index,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err10 = {instancePath:instancePath+"/index",schemaPath:"#/properties/index/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema10.properties.index,data:data1};
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
if(data.offset !== undefined){
let data2 = data.offset;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err11 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/type",keyword:"type",params:{type: "integer"},schema:schema10.properties.offset.type,parentSchema:schema10.properties.offset,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
const err12 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},schema:9007199254740991,parentSchema:schema10.properties.offset,data:data2};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err13 = {instancePath:instancePath+"/offset",schemaPath:"#/properties/offset/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema10.properties.offset,data:data2};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema10.type,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
