// @ts-nocheck
// Generated from manifests/ and codegen/schemas/. Do not edit: change those and run `npm run codegen`.
export const createAccount = validate21;
const schema6 = {"type":"object","required":["name"],"properties":{"name":{"type":"string","minLength":1,"maxLength":64},"credits":{"type":"number","minimum":0,"maximum":9007199254}},"definitions":{},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"name":true,"credits":true},"additionalProperties":false}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!((key0 === "name") || (key0 === "credits"))){
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
if(Object.keys(data).length > 34){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.name === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema6.required,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if(typeof data0 === "string"){
if(data0.length > 64){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema6.properties.name,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.length < 1){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema6.properties.name,data:data0};
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
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema6.properties.name.type,parentSchema:schema6.properties.name,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.credits !== undefined){
let data1 = data.credits;
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/credits",schemaPath:"#/properties/credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema6.properties.credits,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/credits",schemaPath:"#/properties/credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema6.properties.credits,data:data1};
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
const err10 = {instancePath:instancePath+"/credits",schemaPath:"#/properties/credits/type",keyword:"type",params:{type: "number"},schema:schema6.properties.credits.type,parentSchema:schema6.properties.credits,data:data1};
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
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema6.type,parentSchema:schema6,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const changeAccount = validate22;
const schema7 = {"type":"object","required":[],"properties":{"requestsPerMinute":{"type":"integer","minimum":1,"maximum":1000000},"requestsInFlight":{"type":"integer","minimum":1,"maximum":1000000},"zeroDataRetention":{"type":"boolean"},"cache":{"type":"boolean"},"holds":{"enum":["likely","worst"]},"budgetDay":{"type":["number","null"],"minimum":0,"maximum":9007199254},"budgetMonth":{"type":["number","null"],"minimum":0,"maximum":9007199254},"markup":{"type":"number","minimum":0,"maximum":1000}},"minProperties":1,"definitions":{},"maxProperties":40,"if":{"minProperties":41},"else":{"properties":{"requestsPerMinute":true,"requestsInFlight":true,"zeroDataRetention":true,"cache":true,"holds":true,"budgetDay":true,"budgetMonth":true,"markup":true},"additionalProperties":false}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!((((((((key0 === "requestsPerMinute") || (key0 === "requestsInFlight")) || (key0 === "zeroDataRetention")) || (key0 === "cache")) || (key0 === "holds")) || (key0 === "budgetDay")) || (key0 === "budgetMonth")) || (key0 === "markup"))){
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
if(Object.keys(data).length > 40){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 40},schema:40,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(Object.keys(data).length < 1){
const err4 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},schema:1,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.requestsPerMinute !== undefined){
let data0 = data.requestsPerMinute;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err5 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/type",keyword:"type",params:{type: "integer"},schema:schema7.properties.requestsPerMinute.type,parentSchema:schema7.properties.requestsPerMinute,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000000 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema7.properties.requestsPerMinute,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err7 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema7.properties.requestsPerMinute,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.requestsInFlight !== undefined){
let data1 = data.requestsInFlight;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err8 = {instancePath:instancePath+"/requestsInFlight",schemaPath:"#/properties/requestsInFlight/type",keyword:"type",params:{type: "integer"},schema:schema7.properties.requestsInFlight.type,parentSchema:schema7.properties.requestsInFlight,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000000 || isNaN(data1)){
const err9 = {instancePath:instancePath+"/requestsInFlight",schemaPath:"#/properties/requestsInFlight/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema7.properties.requestsInFlight,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err10 = {instancePath:instancePath+"/requestsInFlight",schemaPath:"#/properties/requestsInFlight/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema7.properties.requestsInFlight,data:data1};
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
if(data.zeroDataRetention !== undefined){
let data2 = data.zeroDataRetention;
if(typeof data2 !== "boolean"){
const err11 = {instancePath:instancePath+"/zeroDataRetention",schemaPath:"#/properties/zeroDataRetention/type",keyword:"type",params:{type: "boolean"},schema:schema7.properties.zeroDataRetention.type,parentSchema:schema7.properties.zeroDataRetention,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.cache !== undefined){
let data3 = data.cache;
if(typeof data3 !== "boolean"){
const err12 = {instancePath:instancePath+"/cache",schemaPath:"#/properties/cache/type",keyword:"type",params:{type: "boolean"},schema:schema7.properties.cache.type,parentSchema:schema7.properties.cache,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.holds !== undefined){
let data4 = data.holds;
if(!((data4 === "likely") || (data4 === "worst"))){
const err13 = {instancePath:instancePath+"/holds",schemaPath:"#/properties/holds/enum",keyword:"enum",params:{allowedValues: schema7.properties.holds.enum},schema:schema7.properties.holds.enum,parentSchema:schema7.properties.holds,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.budgetDay !== undefined){
let data5 = data.budgetDay;
if((!((typeof data5 == "number") && (isFinite(data5)))) && (data5 !== null)){
const err14 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/type",keyword:"type",params:{type: schema7.properties.budgetDay.type},schema:schema7.properties.budgetDay.type,parentSchema:schema7.properties.budgetDay,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema7.properties.budgetDay,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err16 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema7.properties.budgetDay,data:data5};
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
if(data.budgetMonth !== undefined){
let data6 = data.budgetMonth;
if((!((typeof data6 == "number") && (isFinite(data6)))) && (data6 !== null)){
const err17 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/type",keyword:"type",params:{type: schema7.properties.budgetMonth.type},schema:schema7.properties.budgetMonth.type,parentSchema:schema7.properties.budgetMonth,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254 || isNaN(data6)){
const err18 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema7.properties.budgetMonth,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err19 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema7.properties.budgetMonth,data:data6};
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
if(data.markup !== undefined){
let data7 = data.markup;
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1000 || isNaN(data7)){
const err20 = {instancePath:instancePath+"/markup",schemaPath:"#/properties/markup/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},schema:1000,parentSchema:schema7.properties.markup,data:data7};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err21 = {instancePath:instancePath+"/markup",schemaPath:"#/properties/markup/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema7.properties.markup,data:data7};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/markup",schemaPath:"#/properties/markup/type",keyword:"type",params:{type: "number"},schema:schema7.properties.markup.type,parentSchema:schema7.properties.markup,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema7.type,parentSchema:schema7,data};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

export const giveCredits = validate23;
const schema8 = {"type":"object","required":["credits"],"properties":{"credits":{"type":"number","minimum":-9007199254,"maximum":9007199254},"note":{"type":"string","minLength":1,"maxLength":200}},"definitions":{},"maxProperties":34,"if":{"minProperties":35},"else":{"properties":{"credits":true,"note":true},"additionalProperties":false}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!((key0 === "credits") || (key0 === "note"))){
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
if(Object.keys(data).length > 34){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 34},schema:34,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.credits === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "credits"},schema:schema8.required,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.credits !== undefined){
let data0 = data.credits;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/credits",schemaPath:"#/properties/credits/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema8.properties.credits,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0 < -9007199254 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/credits",schemaPath:"#/properties/credits/minimum",keyword:"minimum",params:{comparison: ">=", limit: -9007199254},schema:-9007199254,parentSchema:schema8.properties.credits,data:data0};
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
const err7 = {instancePath:instancePath+"/credits",schemaPath:"#/properties/credits/type",keyword:"type",params:{type: "number"},schema:schema8.properties.credits.type,parentSchema:schema8.properties.credits,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.note !== undefined){
let data1 = data.note;
if(typeof data1 === "string"){
if(data1.length > 200){
const err8 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/maxLength",keyword:"maxLength",params:{limit: 200},schema:200,parentSchema:schema8.properties.note,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data1.length < 1){
const err9 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema8.properties.note,data:data1};
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
const err10 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},schema:schema8.properties.note.type,parentSchema:schema8.properties.note,data:data1};
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
const err11 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema8.type,parentSchema:schema8,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

export const createKey = validate24;
const schema9 = {"type":"object","required":["account"],"properties":{"models":{"type":"array","minItems":1,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string","minLength":1,"maxLength":129,"pattern":"^[^\\s*,]*\\*?$"}}},"requestsPerMinute":{"type":"integer","minimum":1,"maximum":1000000},"account":{"type":"string","minLength":1,"maxLength":64},"name":{"type":"string","minLength":1,"maxLength":64},"budgetDay":{"type":["number","null"],"minimum":0,"maximum":9007199254},"budgetMonth":{"type":["number","null"],"minimum":0,"maximum":9007199254},"expires":{"type":"string","minLength":10,"maxLength":40,"x-problems":{"minLength":{"code":"pattern","message":"takes a day in UTC, such as 2027-01-31, or a moment in ISO 8601 with its zone, such as 2027-01-31T12:00:00Z"},"maxLength":{"code":"pattern","message":"takes a day in UTC, such as 2027-01-31, or a moment in ISO 8601 with its zone, such as 2027-01-31T12:00:00Z"}}}},"definitions":{},"maxProperties":39,"if":{"minProperties":40},"else":{"properties":{"models":true,"requestsPerMinute":true,"account":true,"name":true,"budgetDay":true,"budgetMonth":true,"expires":true},"additionalProperties":false}};
const pattern0 = new RegExp("^[^\\s*,]*\\*?$", "u");

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(((((((key0 === "models") || (key0 === "requestsPerMinute")) || (key0 === "account")) || (key0 === "name")) || (key0 === "budgetDay")) || (key0 === "budgetMonth")) || (key0 === "expires"))){
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
if(Object.keys(data).length > 39){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 39},schema:39,parentSchema:schema9,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.account === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "account"},schema:schema9.required,parentSchema:schema9,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.models !== undefined){
let data0 = data.models;
const _errs7 = errors;
let valid2 = true;
const _errs8 = errors;
if(Array.isArray(data0)){
if(data0.length < 65){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(!_valid1){
const _errs9 = errors;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 === "string"){
if(data1.length > 129){
const err6 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/maxLength",keyword:"maxLength",params:{limit: 129},schema:129,parentSchema:schema9.properties.models.else.items,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data1.length < 1){
const err7 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema9.properties.models.else.items,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(!pattern0.test(data1)){
const err8 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/pattern",keyword:"pattern",params:{pattern: "^[^\\s*,]*\\*?$"},schema:"^[^\\s*,]*\\*?$",parentSchema:schema9.properties.models.else.items,data:data1};
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
const err9 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/type",keyword:"type",params:{type: "string"},schema:schema9.properties.models.else.items.type,parentSchema:schema9.properties.models.else.items,data:data1};
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
var _valid1 = _errs9 === errors;
valid2 = _valid1;
}
if(!valid2){
const err10 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/if",keyword:"if",params:{failingKeyword: "else"},schema:schema9.properties.models.if,parentSchema:schema9.properties.models,data:data0};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(Array.isArray(data0)){
if(data0.length > 64){
const err11 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema9.properties.models,data:data0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data0.length < 1){
const err12 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema9.properties.models,data:data0};
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
const err13 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: "array"},schema:schema9.properties.models.type,parentSchema:schema9.properties.models,data:data0};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.requestsPerMinute !== undefined){
let data2 = data.requestsPerMinute;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err14 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/type",keyword:"type",params:{type: "integer"},schema:schema9.properties.requestsPerMinute.type,parentSchema:schema9.properties.requestsPerMinute,data:data2};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000 || isNaN(data2)){
const err15 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema9.properties.requestsPerMinute,data:data2};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err16 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema9.properties.requestsPerMinute,data:data2};
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
if(data.account !== undefined){
let data3 = data.account;
if(typeof data3 === "string"){
if(data3.length > 64){
const err17 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema9.properties.account,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data3.length < 1){
const err18 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema9.properties.account,data:data3};
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
const err19 = {instancePath:instancePath+"/account",schemaPath:"#/properties/account/type",keyword:"type",params:{type: "string"},schema:schema9.properties.account.type,parentSchema:schema9.properties.account,data:data3};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.name !== undefined){
let data4 = data.name;
if(typeof data4 === "string"){
if(data4.length > 64){
const err20 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema9.properties.name,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data4.length < 1){
const err21 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema9.properties.name,data:data4};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema9.properties.name.type,parentSchema:schema9.properties.name,data:data4};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.budgetDay !== undefined){
let data5 = data.budgetDay;
if((!((typeof data5 == "number") && (isFinite(data5)))) && (data5 !== null)){
const err23 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/type",keyword:"type",params:{type: schema9.properties.budgetDay.type},schema:schema9.properties.budgetDay.type,parentSchema:schema9.properties.budgetDay,data:data5};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254 || isNaN(data5)){
const err24 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema9.properties.budgetDay,data:data5};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err25 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema9.properties.budgetDay,data:data5};
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
if(data.budgetMonth !== undefined){
let data6 = data.budgetMonth;
if((!((typeof data6 == "number") && (isFinite(data6)))) && (data6 !== null)){
const err26 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/type",keyword:"type",params:{type: schema9.properties.budgetMonth.type},schema:schema9.properties.budgetMonth.type,parentSchema:schema9.properties.budgetMonth,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254 || isNaN(data6)){
const err27 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema9.properties.budgetMonth,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err28 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema9.properties.budgetMonth,data:data6};
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
if(data.expires !== undefined){
let data7 = data.expires;
if(typeof data7 === "string"){
if(data7.length > 40){
const err29 = {instancePath:instancePath+"/expires",schemaPath:"#/properties/expires/maxLength",keyword:"maxLength",params:{limit: 40},schema:40,parentSchema:schema9.properties.expires,data:data7};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data7.length < 10){
const err30 = {instancePath:instancePath+"/expires",schemaPath:"#/properties/expires/minLength",keyword:"minLength",params:{limit: 10},schema:10,parentSchema:schema9.properties.expires,data:data7};
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
const err31 = {instancePath:instancePath+"/expires",schemaPath:"#/properties/expires/type",keyword:"type",params:{type: "string"},schema:schema9.properties.expires.type,parentSchema:schema9.properties.expires,data:data7};
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
else {
const err32 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema9.type,parentSchema:schema9,data};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

export const setWebhook = validate25;
const schema10 = {"type":"object","required":["url"],"properties":{"url":{"type":"string","minLength":1,"maxLength":2048}},"definitions":{},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"url":true},"additionalProperties":false}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(key0 === "url")){
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
if(data.url === undefined){
const err4 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "url"},schema:schema10.required,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.url !== undefined){
let data0 = data.url;
if(typeof data0 === "string"){
if(data0.length > 2048){
const err5 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/maxLength",keyword:"maxLength",params:{limit: 2048},schema:2048,parentSchema:schema10.properties.url,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0.length < 1){
const err6 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema10.properties.url,data:data0};
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
const err7 = {instancePath:instancePath+"/url",schemaPath:"#/properties/url/type",keyword:"type",params:{type: "string"},schema:schema10.properties.url.type,parentSchema:schema10.properties.url,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema10.type,parentSchema:schema10,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

export const rotateKey = validate26;
const schema11 = {"type":"object","required":[],"properties":{"graceSeconds":{"type":"integer","minimum":0,"maximum":7776000}},"definitions":{},"maxProperties":33,"if":{"minProperties":34},"else":{"properties":{"graceSeconds":true},"additionalProperties":false}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
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
if(!(key0 === "graceSeconds")){
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
if(Object.keys(data).length > 33){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 33},schema:33,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.graceSeconds !== undefined){
let data0 = data.graceSeconds;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err4 = {instancePath:instancePath+"/graceSeconds",schemaPath:"#/properties/graceSeconds/type",keyword:"type",params:{type: "integer"},schema:schema11.properties.graceSeconds.type,parentSchema:schema11.properties.graceSeconds,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 7776000 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/graceSeconds",schemaPath:"#/properties/graceSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 7776000},schema:7776000,parentSchema:schema11.properties.graceSeconds,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err6 = {instancePath:instancePath+"/graceSeconds",schemaPath:"#/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema11.properties.graceSeconds,data:data0};
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
}
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema11.type,parentSchema:schema11,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}

export const changeKey = validate27;
const schema12 = {"type":"object","required":[],"minProperties":1,"properties":{"name":{"type":["string","null"],"minLength":1,"maxLength":64},"models":{"type":["array","null"],"minItems":1,"maxItems":64,"if":{"minItems":65},"else":{"items":{"type":"string","minLength":1,"maxLength":129,"pattern":"^[^\\s*,]*\\*?$"}}},"requestsPerMinute":{"type":["integer","null"],"minimum":1,"maximum":1000000},"budgetDay":{"type":["number","null"],"minimum":0,"maximum":9007199254},"budgetMonth":{"type":["number","null"],"minimum":0,"maximum":9007199254},"expires":{"type":["string","null"],"minLength":10,"maxLength":40,"x-problems":{"minLength":{"code":"pattern","message":"takes a day in UTC, such as 2027-01-31, or a moment in ISO 8601 with its zone, such as 2027-01-31T12:00:00Z; null for never"},"maxLength":{"code":"pattern","message":"takes a day in UTC, such as 2027-01-31, or a moment in ISO 8601 with its zone, such as 2027-01-31T12:00:00Z; null for never"}}}},"definitions":{},"maxProperties":38,"if":{"minProperties":39},"else":{"properties":{"name":true,"models":true,"requestsPerMinute":true,"budgetDay":true,"budgetMonth":true,"expires":true},"additionalProperties":false}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 39){
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
if(!((((((key0 === "name") || (key0 === "models")) || (key0 === "requestsPerMinute")) || (key0 === "budgetDay")) || (key0 === "budgetMonth")) || (key0 === "expires"))){
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
if(Object.keys(data).length > 38){
const err3 = {instancePath,schemaPath:"#/maxProperties",keyword:"maxProperties",params:{limit: 38},schema:38,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(Object.keys(data).length < 1){
const err4 = {instancePath,schemaPath:"#/minProperties",keyword:"minProperties",params:{limit: 1},schema:1,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data.name !== undefined){
let data0 = data.name;
if((typeof data0 !== "string") && (data0 !== null)){
const err5 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema12.properties.name.type},schema:schema12.properties.name.type,parentSchema:schema12.properties.name,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data0 === "string"){
if(data0.length > 64){
const err6 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/maxLength",keyword:"maxLength",params:{limit: 64},schema:64,parentSchema:schema12.properties.name,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data0.length < 1){
const err7 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema12.properties.name,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.models !== undefined){
let data1 = data.models;
if((!(Array.isArray(data1))) && (data1 !== null)){
const err8 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/type",keyword:"type",params:{type: schema12.properties.models.type},schema:schema12.properties.models.type,parentSchema:schema12.properties.models,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
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
if(typeof data2 === "string"){
if(data2.length > 129){
const err10 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/maxLength",keyword:"maxLength",params:{limit: 129},schema:129,parentSchema:schema12.properties.models.else.items,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data2.length < 1){
const err11 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/minLength",keyword:"minLength",params:{limit: 1},schema:1,parentSchema:schema12.properties.models.else.items,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(!pattern0.test(data2)){
const err12 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/pattern",keyword:"pattern",params:{pattern: "^[^\\s*,]*\\*?$"},schema:"^[^\\s*,]*\\*?$",parentSchema:schema12.properties.models.else.items,data:data2};
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
const err13 = {instancePath:instancePath+"/models/" + i0,schemaPath:"#/properties/models/else/items/type",keyword:"type",params:{type: "string"},schema:schema12.properties.models.else.items.type,parentSchema:schema12.properties.models.else.items,data:data2};
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
var _valid1 = _errs11 === errors;
valid2 = _valid1;
}
if(!valid2){
const err14 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/if",keyword:"if",params:{failingKeyword: "else"},schema:schema12.properties.models.if,parentSchema:schema12.properties.models,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(Array.isArray(data1)){
if(data1.length > 64){
const err15 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/maxItems",keyword:"maxItems",params:{limit: 64},schema:64,parentSchema:schema12.properties.models,data:data1};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data1.length < 1){
const err16 = {instancePath:instancePath+"/models",schemaPath:"#/properties/models/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema12.properties.models,data:data1};
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
if(data.requestsPerMinute !== undefined){
let data3 = data.requestsPerMinute;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
const err17 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/type",keyword:"type",params:{type: schema12.properties.requestsPerMinute.type},schema:schema12.properties.requestsPerMinute.type,parentSchema:schema12.properties.requestsPerMinute,data:data3};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
const err18 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000000},schema:1000000,parentSchema:schema12.properties.requestsPerMinute,data:data3};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err19 = {instancePath:instancePath+"/requestsPerMinute",schemaPath:"#/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema12.properties.requestsPerMinute,data:data3};
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
if(data.budgetDay !== undefined){
let data4 = data.budgetDay;
if((!((typeof data4 == "number") && (isFinite(data4)))) && (data4 !== null)){
const err20 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/type",keyword:"type",params:{type: schema12.properties.budgetDay.type},schema:schema12.properties.budgetDay.type,parentSchema:schema12.properties.budgetDay,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254 || isNaN(data4)){
const err21 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema12.properties.budgetDay,data:data4};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err22 = {instancePath:instancePath+"/budgetDay",schemaPath:"#/properties/budgetDay/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema12.properties.budgetDay,data:data4};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.budgetMonth !== undefined){
let data5 = data.budgetMonth;
if((!((typeof data5 == "number") && (isFinite(data5)))) && (data5 !== null)){
const err23 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/type",keyword:"type",params:{type: schema12.properties.budgetMonth.type},schema:schema12.properties.budgetMonth.type,parentSchema:schema12.properties.budgetMonth,data:data5};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254 || isNaN(data5)){
const err24 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/maximum",keyword:"maximum",params:{comparison: "<=", limit: 9007199254},schema:9007199254,parentSchema:schema12.properties.budgetMonth,data:data5};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err25 = {instancePath:instancePath+"/budgetMonth",schemaPath:"#/properties/budgetMonth/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema12.properties.budgetMonth,data:data5};
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
if(data.expires !== undefined){
let data6 = data.expires;
if((typeof data6 !== "string") && (data6 !== null)){
const err26 = {instancePath:instancePath+"/expires",schemaPath:"#/properties/expires/type",keyword:"type",params:{type: schema12.properties.expires.type},schema:schema12.properties.expires.type,parentSchema:schema12.properties.expires,data:data6};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(typeof data6 === "string"){
if(data6.length > 40){
const err27 = {instancePath:instancePath+"/expires",schemaPath:"#/properties/expires/maxLength",keyword:"maxLength",params:{limit: 40},schema:40,parentSchema:schema12.properties.expires,data:data6};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
if(data6.length < 10){
const err28 = {instancePath:instancePath+"/expires",schemaPath:"#/properties/expires/minLength",keyword:"minLength",params:{limit: 10},schema:10,parentSchema:schema12.properties.expires,data:data6};
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
}
else {
const err29 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema12.type,parentSchema:schema12,data};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}
