"""Japanese: questions, boards, goods, books."""

from __future__ import annotations

from training.comment_free.vocabulary.phrases import phrases

WORDS = phrases("""
site
    くらしの知恵袋 | みんなの質問箱
board
    料理 | パソコン | 園芸 | 旅行 | 子育て | 雑談 | お知らせ
about
    レシピの相談はこちら | 初心者歓迎です | 何でも話しましょう | 運営からのお知らせ
topic
    {mono}の選び方について | {city}でおすすめの{basho} | {mono}が動かなくなりました
    初めての{koto} | {koto}に必要なもの | {mono}を譲ります（{city}） | {basho}の予約が取れない
    {koto}の記録 その{digit}
question
    {mono}を長持ちさせる方法を教えてください。 | {city}で雨の日でも楽しめる{basho}はありますか？
    {koto}を始めたいのですが、何から揃えればいいですか？
    {mono}と{mono}、どちらを買うべきでしょうか？
    {mono}の電源が入らなくなりました。修理できますか？
    子ども連れで行ける{basho}を探しています。 | {koto}にかかる費用はどのくらいですか？
mono
    炊飯器 | ノートパソコン | 自転車 | プリンター | 加湿器 | デジタルカメラ | 掃除機 | イヤホン
    電子レンジ
koto
    家庭菜園 | キャンプ | 一人暮らし | 釣り | パン作り | 引っ越し | 登山
basho
    カフェ | 温泉 | 公園 | 水族館 | 定食屋 | 美術館
opening
    先月{mono}を買い替えたのですが、調子がよくありません。
    来月、家族で{city}へ行くことになりました。 | 春から{koto}を始めようと思っています。
detail
    説明書を読んでも原因がわかりません。 | 予算は一万円くらいで考えています。
    まわりに詳しい人がいないので困っています。 | {mono}はできれば中古でも構いません。
ask
    よろしくお願いします。 | 詳しい方、教えてください。 | 何かいい方法はありますか？
tag
    家電 | 旅行 | 料理 | 住まい | 健康 | 趣味
user
    さくらもち | たぬき | yuki_02 | ねこ好き | 山田 | はなこ | 名無しさん | kei | ぽん太
    みかん | 夏空 | taro55 | ゆうこ | そら豆
city
    京都 | 札幌 | 福岡 | 金沢 | 仙台 | 神戸
person
    佐藤健一 | 鈴木美咲 | 高橋大輔 | 田中由美 | 伊藤翔
shop
    くらし本舗
aisle
    家電 | キッチン | 本 | ファッション | 食品 | ペット用品 | おもちゃ
product
    {brand} {mono} {spec} | {mono} {spec} {colour} {brand}
long_product
    {brand} {mono} {spec} {colour} {spec2} 【メーカー保証付き】
    {brand} {mono} {spec2} {spec} 型番{digit}00 {colour}
brand
    ミヤコ | 白山 | コトリ | 北斗 | アサヒナ
spec
    5.5合 | 軽量モデル | 2024年モデル | Bluetooth対応 | 省エネ
spec2
    一人暮らし向け | 静音設計 | 送料無料 | 簡単お手入れ
colour
    ホワイト | ブラック | ネイビー | レッド
book
    {booknoun}の{booknoun} | {bookadj}{booknoun} | はじめての{koto} | {city}{booknoun}紀行
    {koto}の教科書
bookadj
    静かな | 最後の | 遠い | 青い | 名もなき
booknoun
    庭 | 夜 | 手紙 | 海 | 時計 | 食卓 | 猫
blurb
    海辺の町を舞台にした連作短編集。 | 基本から応用まで、写真でわかりやすく解説。
    累計二十万部を超えたシリーズの最新刊。 | 失われた手紙をめぐる静かな物語。
format
    単行本 | 文庫 | Kindle版 | コミック
hotel
    ホテル{hotelname} | {hotelname}旅館 | {hotelname}イン | 温泉宿 {hotelname}
hotelname
    さくら | みなと | 花月 | 北山 | セントラル | 若葉 | 松風
quarter
    駅前 | 旧市街 | 温泉街 | 港エリア | 空港周辺
room
    スタンダードツイン | 和室8畳 | ダブルルーム 禁煙 | 露天風呂付き客室
beds
    シングルベッド2台 | 布団 | ダブルベッド1台
perk
    キャンセル無料 | 朝食付き | 残り2室 | 現地払い
grade
    良い | とても良い | 素晴らしい
""")
