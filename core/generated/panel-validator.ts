// @ts-nocheck
// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
export const validatePanel = validate21;
const schema6 = {"type":"object","required":["id","models","judges","wins"],"properties":{"id":{"type":"string","pattern":"^panel/[a-z0-9][a-z0-9._-]{0,63}$"},"models":{"type":"array","minItems":2,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string"}}},"judges":{"type":"array","minItems":1,"maxItems":6,"if":{"minItems":7},"else":{"items":{"type":"string"}}},"judge_weights":{"type":"object","properties":{"accuracy":{"type":"number","minimum":0,"maximum":1},"speed":{"type":"number","minimum":0,"maximum":1},"cost":{"type":"number","minimum":0,"maximum":1}},"maxProperties":35,"if":{"minProperties":36},"else":{"properties":{"accuracy":true,"speed":true,"cost":true},"additionalProperties":false}},"judge_prompt":{"type":"string","maxLength":60000},"calibration":{"type":"string"},"unjudged":{"enum":["error","first"]},"wins":{"oneOf":[{"const":"quality"},{"type":"object","required":["qualityWithin"],"properties":{"qualityWithin":{"type":"object","minProperties":1,"properties":{"seconds":{"type":"number","exclusiveMinimum":0,"maximum":86400},"credits":{"type":"number","exclusiveMinimum":0,"maximum":9000000000}},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"seconds":true,"credits":true},"additionalProperties":false}}},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"qualityWithin":{"x-fields":["seconds","credits"]}},"additionalProperties":false}}]}},"definitions":{},"maxProperties":40,"if":{"minProperties":41},"else":{"properties":{"id":true,"models":true,"judges":true,"judge_weights":{"x-fields":["accuracy","speed","cost"]},"judge_prompt":true,"calibration":true,"unjudged":true,"wins":true},"additionalProperties":false}};
const pattern0 = new RegExp("^panel/[a-z0-9][a-z0-9._-]{0,63}$", "u");

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
if(!((((((((key0 === "id") || (key0 === "models")) || (key0 === "judges")) || (key0 === "judge_weights")) || (key0 === "judge_prompt")) || (key0 === "calibration")) || (key0 === "unjudged")) || (key0 === "wins"))){
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
if(data.id === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "id"},schema:schema6.required,parentSchema:schema6,data};
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
if(data.judges === undefined){
const err6 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "judges"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data.wins === undefined){
const err7 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "wins"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data.id !== undefined){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err8 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/pattern",keyword:"pattern",params:{pattern: "^panel/[a-z0-9][a-z0-9._-]{0,63}$"},schema:"^panel/[a-z0-9][a-z0-9._-]{0,63}$",parentSchema:schema6.properties.id,data:data0};
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
const err9 = {instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "string"},schema:schema6.properties.id.type,parentSchema:schema6.properties.id,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
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
if(typeof data2 !== "string"){
const err11 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/type",keyword:"type",params:{type: "string"},schema:schema6.properties.models.else.items.type,parentSchema:schema6.properties.models.else.items,data:data2};
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
if(data1.length < 2){
const err14 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 2},schema:2,parentSchema:schema6.properties.models,data:data1};
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
}
}
var _valid2 = _errs18 === errors;
valid5 = _valid2;
}
if(!valid5){
const err18 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judges.if,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(Array.isArray(data3)){
if(data3.length > 6){
const err19 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/maxItems",keyword:"maxItems",params:{limit: 6},schema:6,parentSchema:schema6.properties.judges,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data3.length < 1){
const err20 = {instancePath:instancePath+"/judges",schemaPath:"#/properties/judges/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema6.properties.judges,data:data3};
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
if(data.judge_weights !== undefined){
let data5 = data.judge_weights;
const _errs23 = errors;
let valid8 = true;
const _errs24 = errors;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length < 36){
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
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(!(((key1 === "accuracy") || (key1 === "speed")) || (key1 === "cost"))){
const err23 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema6.properties.judge_weights.else,data:data5};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
var _valid3 = _errs25 === errors;
valid8 = _valid3;
}
if(!valid8){
const err24 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.judge_weights.if,parentSchema:schema6.properties.judge_weights,data:data5};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if(Object.keys(data5).length > 35){
const err25 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/maxProperties",keyword:"maxProperties",params:{limit: 35},schema:35,parentSchema:schema6.properties.judge_weights,data:data5};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data5.accuracy !== undefined){
let data6 = data5.accuracy;
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 1 || isNaN(data6)){
const err26 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err27 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/judge_weights/accuracy",schemaPath:"#/properties/judge_weights/properties/accuracy/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.accuracy.type,parentSchema:schema6.properties.judge_weights.properties.accuracy,data:data6};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data5.speed !== undefined){
let data7 = data5.speed;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1 || isNaN(data7)){
const err29 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.speed,data:data7};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err30 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.speed,data:data7};
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
const err31 = {instancePath:instancePath+"/judge_weights/speed",schemaPath:"#/properties/judge_weights/properties/speed/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.speed.type,parentSchema:schema6.properties.judge_weights.properties.speed,data:data7};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data5.cost !== undefined){
let data8 = data5.cost;
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1 || isNaN(data8)){
const err32 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},schema:1,parentSchema:schema6.properties.judge_weights.properties.cost,data:data8};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err33 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.judge_weights.properties.cost,data:data8};
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
const err34 = {instancePath:instancePath+"/judge_weights/cost",schemaPath:"#/properties/judge_weights/properties/cost/type",keyword:"type",params:{type: "number"},schema:schema6.properties.judge_weights.properties.cost.type,parentSchema:schema6.properties.judge_weights.properties.cost,data:data8};
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
else {
const err35 = {instancePath:instancePath+"/judge_weights",schemaPath:"#/properties/judge_weights/type",keyword:"type",params:{type: "object"},schema:schema6.properties.judge_weights.type,parentSchema:schema6.properties.judge_weights,data:data5};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.judge_prompt !== undefined){
let data9 = data.judge_prompt;
if(typeof data9 === "string"){
if(data9.length > 60000){
const err36 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/maxLength",keyword:"maxLength",params:{limit: 60000},schema:60000,parentSchema:schema6.properties.judge_prompt,data:data9};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/judge_prompt",schemaPath:"#/properties/judge_prompt/type",keyword:"type",params:{type: "string"},schema:schema6.properties.judge_prompt.type,parentSchema:schema6.properties.judge_prompt,data:data9};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.calibration !== undefined){
let data10 = data.calibration;
if(typeof data10 !== "string"){
const err38 = {instancePath:instancePath+"/calibration",schemaPath:"#/properties/calibration/type",keyword:"type",params:{type: "string"},schema:schema6.properties.calibration.type,parentSchema:schema6.properties.calibration,data:data10};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.unjudged !== undefined){
let data11 = data.unjudged;
if(!((data11 === "error") || (data11 === "first"))){
const err39 = {instancePath:instancePath+"/unjudged",schemaPath:"#/properties/unjudged/enum",keyword:"enum",params:{allowedValues: schema6.properties.unjudged.enum},schema:schema6.properties.unjudged.enum,parentSchema:schema6.properties.unjudged,data:data11};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.wins !== undefined){
let data12 = data.wins;
const _errs39 = errors;
let valid10 = false;
let passing0 = null;
const _errs40 = errors;
if("quality" !== data12){
const err40 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf/0/const",keyword:"const",params:{allowedValue: "quality"},schema:"quality",parentSchema:schema6.properties.wins.oneOf[0],data:data12};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var _valid4 = _errs40 === errors;
if(_valid4){
valid10 = true;
passing0 = 0;
}
const _errs41 = errors;
const _errs43 = errors;
let valid11 = true;
const _errs44 = errors;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(Object.keys(data12).length < 34){
const err41 = {};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
var _valid5 = _errs44 === errors;
errors = _errs43;
if(vErrors !== null){
if(_errs43){
vErrors.length = _errs43;
}
else {
vErrors = null;
}
}
if(!_valid5){
const _errs45 = errors;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key2 in data12){
if(!(key2 === "qualityWithin")){
const err42 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf/1/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema6.properties.wins.oneOf[1].else,data:data12};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
var _valid5 = _errs45 === errors;
valid11 = _valid5;
}
if(!valid11){
const err43 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf/1/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.wins.oneOf[1].if,parentSchema:schema6.properties.wins.oneOf[1],data:data12};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(Object.keys(data12).length > 33){
const err44 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf/1/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema6.properties.wins.oneOf[1],data:data12};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data12.qualityWithin === undefined){
const err45 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf/1/required",keyword:"required",params:{missingProperty: "qualityWithin"},schema:schema6.properties.wins.oneOf[1].required,parentSchema:schema6.properties.wins.oneOf[1],data:data12};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data12.qualityWithin !== undefined){
let data13 = data12.qualityWithin;
const _errs49 = errors;
let valid13 = true;
const _errs50 = errors;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length < 35){
const err46 = {};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
var _valid6 = _errs50 === errors;
errors = _errs49;
if(vErrors !== null){
if(_errs49){
vErrors.length = _errs49;
}
else {
vErrors = null;
}
}
if(!_valid6){
const _errs51 = errors;
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
for(const key3 in data13){
if(!((key3 === "seconds") || (key3 === "credits"))){
const err47 = {instancePath:instancePath+"/wins/qualityWithin",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/else/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.else,data:data13};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
var _valid6 = _errs51 === errors;
valid13 = _valid6;
}
if(!valid13){
const err48 = {instancePath:instancePath+"/wins/qualityWithin",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/if",keyword:"if",params:{failingKeyword: "else"},schema:schema6.properties.wins.oneOf[1].properties.qualityWithin.if,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin,data:data13};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
if(Object.keys(data13).length > 34){
const err49 = {instancePath:instancePath+"/wins/qualityWithin",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin,data:data13};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(Object.keys(data13).length < 1){
const err50 = {instancePath:instancePath+"/wins/qualityWithin",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/minProperties",keyword:"minProperties",params:{limit: 1},schema:1,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin,data:data13};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data13.seconds !== undefined){
let data14 = data13.seconds;
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 86400 || isNaN(data14)){
const err51 = {instancePath:instancePath+"/wins/qualityWithin/seconds",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/properties/seconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 86400},schema:86400,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.seconds,data:data14};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data14 <= 0 || isNaN(data14)){
const err52 = {instancePath:instancePath+"/wins/qualityWithin/seconds",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/properties/seconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},schema:0,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.seconds,data:data14};
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
const err53 = {instancePath:instancePath+"/wins/qualityWithin/seconds",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/properties/seconds/type",keyword:"type",params:{type: "number"},schema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.seconds.type,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.seconds,data:data14};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data13.credits !== undefined){
let data15 = data13.credits;
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9000000000 || isNaN(data15)){
const err54 = {instancePath:instancePath+"/wins/qualityWithin/credits",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/properties/credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9000000000},schema:9000000000,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.credits,data:data15};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(data15 <= 0 || isNaN(data15)){
const err55 = {instancePath:instancePath+"/wins/qualityWithin/credits",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/properties/credits/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},schema:0,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.credits,data:data15};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/wins/qualityWithin/credits",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/properties/credits/type",keyword:"type",params:{type: "number"},schema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.credits.type,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin.properties.credits,data:data15};
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
const err57 = {instancePath:instancePath+"/wins/qualityWithin",schemaPath:"#/properties/wins/oneOf/1/properties/qualityWithin/type",keyword:"type",params:{type: "object"},schema:schema6.properties.wins.oneOf[1].properties.qualityWithin.type,parentSchema:schema6.properties.wins.oneOf[1].properties.qualityWithin,data:data13};
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
else {
const err58 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf/1/type",keyword:"type",params:{type: "object"},schema:schema6.properties.wins.oneOf[1].type,parentSchema:schema6.properties.wins.oneOf[1],data:data12};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
var _valid4 = _errs41 === errors;
if(_valid4 && valid10){
valid10 = false;
passing0 = [passing0, 1];
}
else {
if(_valid4){
valid10 = true;
passing0 = 1;
}
}
if(!valid10){
const err59 = {instancePath:instancePath+"/wins",schemaPath:"#/properties/wins/oneOf",keyword:"oneOf",params:{passingSchemas: passing0},schema:schema6.properties.wins.oneOf,parentSchema:schema6.properties.wins,data:data12};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
else {
errors = _errs39;
if(vErrors !== null){
if(_errs39){
vErrors.length = _errs39;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err60 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
